import { pictured } from './table'
import type { Known } from '../load-board'
import Ground from './PictureGround.svelte'
import Thing from './PictureThing.svelte'

/** A game without a board here: the picture it draws of itself. */
export function known(game: string): Known {
  return { table: pictured(game), drawing: { Ground, Thing, roam: false, cell: 47 } }
}
