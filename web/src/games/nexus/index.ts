import { nexus } from './table'
import type { Table } from '../../board/types'
import type { Known } from '../load-board'
import Ground from './NexusGround.svelte'
import Actions from './NexusActions.svelte'
import Labels from './NexusLabels.svelte'
import Thing from './NexusThing.svelte'

export const known: Known = {
  table: nexus as Table,
  drawing: { Ground, Thing, roam: true, cell: 48, Labels, Actions },
}
