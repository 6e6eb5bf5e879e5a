import { repulso } from '../board/repulso'
import type { Table } from '../board/types'
import type { Known } from './drawings'
import Ground from './Repulso.svelte'
import Thing from './RepulsoThing.svelte'

export const known: Known = {
  table: repulso as Table,
  drawing: { Ground, Thing, roam: false, cell: 47 },
}
