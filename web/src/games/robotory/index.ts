import { hexagon, robotory } from './table'
import type { Table } from '../../board/types'
import type { Known } from '../load-board'
import Choice from './RobotoryChoice.svelte'
import Ground from './RobotoryGround.svelte'
import Thing from './RobotoryThing.svelte'

export const known: Known = {
  table: robotory as Table,
  drawing: { Ground, Thing, Choice, roam: false, cell: 52, outline: hexagon(56) },
}
