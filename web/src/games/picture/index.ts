import { pictured } from './table'
import type { Known } from '../load-board'
import Ground from './PictureGround.svelte'
import Thing from './PictureThing.svelte'

/** The generic board: the picture that a game draws of itself. */
export function known(game: string): Known {
  return { table: pictured(game), drawing: { Ground, Thing, roam: false, cell: 47 } }
}
