/**
 * MuJoCo's browser build for Python: what the table of Splash! asks of it. `web/shims/mujoco.py` is
 * the Python face. Models, data, lists of contacts and what is taken out of a list are memory of
 * MuJoCo's, and have to be given back; options and the list of warnings belong to what they came from.
 */

import type { MainModule, MjContact, MjData, MjModel } from '@mujoco/mujoco'
import { NdArray } from './arrays'
import { keyframes } from './keyframes'
import { landings } from './tipping'

type Viewed = 'body_mass' | 'qpos' | 'qvel' | 'energy' | 'tree_asleep'

export class Mujoco {
  readonly NdArray = NdArray
  readonly keyframes = keyframes
  readonly landings = landings
  readonly #mujoco: MainModule

  constructor(mujoco: MainModule) {
    this.#mujoco = mujoco
  }

  version(): string {
    return this.#mujoco.mj_versionString()
  }

  model(xml: string): MjModel {
    return this.#mujoco.MjModel.from_xml_string(xml)
  }

  data(model: MjModel): MjData {
    return new this.#mujoco.MjData(model)
  }

  /** Numbers of a model or of its data; they change as it goes on. */
  view(owner: Partial<Record<Viewed, Float64Array>>, name: Viewed): NdArray {
    return NdArray.viewing(() => owner[name]!)
  }

  gravity(model: MjModel): NdArray {
    return NdArray.of(Float64Array.from(model.opt.gravity), 3)
  }

  timestep(model: MjModel): number {
    return model.opt.timestep
  }

  run(
    name: 'mj_forward' | 'mj_kinematics' | 'mj_collision' | 'mj_energyVel',
    model: MjModel,
    data: MjData,
  ): void {
    this.#mujoco[name](model, data)
  }

  step(model: MjModel, data: MjData, times: number): void {
    for (let i = 0; i < times; i++) this.#mujoco.mj_step(model, data)
  }

  /** How often MuJoCo has warned of each kind of trouble. */
  warnings(data: MjData): NdArray {
    const { warning } = data
    const numbers = Array.from({ length: warning.size() }, (_, kind) => {
      const one = warning.get(kind)!
      const { number } = one
      one.delete()
      return number
    })
    return NdArray.of(Float64Array.from(numbers), numbers.length)
  }

  /** What all contacts have under a name, a row each. */
  contacts(data: MjData, name: 'frame' | 'pos', width: number): NdArray {
    return rows(data, width, (one, to, at) => to.set(one[name], at))
  }

  /** The two of each contact; they are asked for in every frame. */
  touching(data: MjData): Int32Array {
    return filled(
      data,
      (count) => new Int32Array(2 * count),
      2,
      (one, to, at) => {
        to[at] = one.geom1
        to[at + 1] = one.geom2
      },
    )
  }
}

function rows(data: MjData, width: number, fill: Fill<Float64Array>): NdArray {
  const numbers = filled(data, (count) => new Float64Array(count * width), width, fill)
  return NdArray.of(numbers, numbers.length / width, width)
}

type Fill<Numbers> = (one: MjContact, to: Numbers, at: number) => void

/** What all contacts have, so many numbers each. */
function filled<Numbers>(
  data: MjData,
  made: (count: number) => Numbers,
  width: number,
  fill: Fill<Numbers>,
): Numbers {
  const { contact } = data
  const count = contact.size()
  const numbers = made(count)
  for (let i = 0; i < count; i++) {
    const one = contact.get(i)!
    fill(one, numbers, i * width)
    one.delete()
  }
  contact.delete()
  return numbers
}
