import { hexagon, robotory } from '../board/robotory'
import type { Table } from '../board/types'
import type { Known } from './drawings'
import Ground from './Robotory.svelte'
import Thing from './RobotoryThing.svelte'

export const known: Known = {
  table: robotory as Table,
  drawing: { Ground, Thing, roam: false, cell: 52, outline: hexagon(56) },
}
