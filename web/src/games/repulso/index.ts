import { repulso } from './table'
import type { Table } from '../../board/types'
import type { Known } from '../load-board'
import Ground from './RepulsoGround.svelte'
import Thing from './RepulsoThing.svelte'

export const known: Known = {
  table: repulso as Table,
  drawing: { Ground, Thing, roam: false, cell: 47 },
}
