/** Bright outlines around pieces: what decided a game, or what is pointed at. */

import { BackSide, Mesh, MeshBasicMaterial, type BufferGeometry } from 'three'
import { shapeOf, type Piece } from '../pieces'

const WIDE = 1.3 // millimetres
export const [UNDER_ALL, UNDER_PIECES] = [-2, -1] // when it is drawn
const [LIGHT, DARK] = ['#0f766e', '#ffd873']

export class Rims {
  // Drawn over the table and under every piece: nothing that a piece stands on cuts its rim off.
  readonly #material = new MeshBasicMaterial({
    side: BackSide,
    depthTest: false,
    depthWrite: false,
  })
  readonly #rims = new Map<Piece, Mesh>()

  /** Put a rim around exactly these pieces; it goes wherever its piece goes. */
  show(
    pieces: ReadonlySet<Piece>,
    meshOf: (piece: Piece) => Mesh<BufferGeometry> | undefined,
    dark: boolean,
  ): void {
    this.#material.color.set(dark ? DARK : LIGHT)
    for (const [piece, rim] of this.#rims) {
      if (pieces.has(piece) && rim.parent === meshOf(piece)) continue
      rim.removeFromParent()
      this.#rims.delete(piece)
    }
    for (const piece of pieces) {
      const mesh = meshOf(piece)
      if (!mesh || this.#rims.has(piece)) continue
      const rim = new Mesh(mesh.geometry, this.#material) // its inside, seen around the piece
      const [x, y, z] = shapeOf(piece).size.map((side) => (side + 2 * WIDE) / side)
      rim.scale.set(x!, y!, z!)
      rim.renderOrder = UNDER_PIECES
      mesh.add(rim)
      this.#rims.set(piece, rim)
    }
  }

  dispose(): void {
    this.#material.dispose()
  }
}
