// What the page does with Python's arrays, in Node: a line names it, with arrays and numbers, and the
// answer is a line of the same numbers to the last bit.
import { createInterface } from 'node:readline'
import { compiled } from './compile-module.mjs'

const { Mujoco } = await compiled('mujoco.ts')
const { NdArray, ...works } = new Mujoco({})
const plain = (numbers) => (Array.isArray(numbers) ? numbers.map(plain) : [...numbers])
for await (const line of createInterface({ input: process.stdin })) {
  const { name, arrays, numbers } = JSON.parse(line)
  const given = arrays.map(([shape, values]) => NdArray.of(Float64Array.from(values), ...shape))
  console.log(JSON.stringify(plain(works[name](...given, ...numbers))))
}
