import { describe, expect, test } from 'vitest'
import { between, fitted, kept, panned, zoomed } from './camera'

const all = { x: -300, y: -200, width: 600, height: 400 }

describe('a window over the table', () => {
  test('has the shape of its frame and holds everything', () => {
    expect(fitted(all, 1)).toEqual({ x: -300, y: -300, width: 600, height: 600 })
    expect(fitted(all, 3)).toEqual({ x: -600, y: -200, width: 1200, height: 400 })
  })

  test('zooms about the point under the finger', () => {
    const near = zoomed(all, 2, { x: -300, y: -200 }, all)
    expect(near).toEqual({ x: -300, y: -200, width: 300, height: 200 })
  })

  test('is never too near nor too far', () => {
    expect(zoomed(all, 100, { x: 0, y: 0 }, all).width).toBe(260)
    expect(zoomed(all, 0.01, { x: 0, y: 0 }, all).width).toBe(960)
  })

  test('keeps its middle over the table', () => {
    expect(panned(all, { x: 50, y: 20 }, all)).toEqual({ ...all, x: -250, y: -180 })
    expect(panned(all, { x: 5000, y: 0 }, all).x).toBe(0)
  })

  test('stays amid a turn, and grows only for what lies outside', () => {
    expect(kept(all, { x: -200, y: -100, width: 100, height: 100 }, 1)).toBe(all)
    expect(kept(all, { ...all, x: -325 }, 1.5)).toBe(all)
    expect(kept(all, { ...all, y: -290, height: 580 }, 1)).toBe(all)
    expect(kept(all, { x: 250, y: 0, width: 100, height: 50 }, 1)).toEqual({ ...all, width: 650 })
  })

  test('moves on smoothly', () => {
    expect(between(all, { ...all, x: -100 }, 0.5).x).toBe(-200)
  })
})
