/** Arrow-key navigation inside a group of buttons (roving tab index). */

import type { Attachment } from 'svelte/attachments'

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

export const arrows: Attachment<HTMLElement> = (group) => {
  const move = (event: KeyboardEvent) => {
    const buttons = [...group.querySelectorAll<HTMLElement>('button:not(:disabled)')]
    const at = buttons.indexOf(event.target as HTMLElement)
    const to = at < 0 ? null : next(buttons, at, event.key)
    if (!to) return
    event.preventDefault()
    to.focus()
  }
  group.addEventListener('keydown', move)
  return () => group.removeEventListener('keydown', move)
}

function next(buttons: readonly HTMLElement[], at: number, key: string): HTMLElement | null {
  if (key === 'Home') return buttons[0]!
  if (key === 'End') return buttons.at(-1)!
  if (key in STEPS) return buttons[(at + STEPS[key]! + buttons.length) % buttons.length]!
  return key === 'ArrowUp' || key === 'ArrowDown' ? beside(buttons, at, key) : null
}

/** The nearest button of the next row. */
function beside(buttons: readonly HTMLElement[], at: number, key: string): HTMLElement | null {
  const here = middle(buttons[at]!)
  const way = key === 'ArrowUp' ? -1 : 1
  const beyond = buttons
    .map((button) => ({ button, ...middle(button) }))
    .filter(({ y }) => (y - here.y) * way > 4)
  if (!beyond.length) return null
  const row = Math.min(...beyond.map(({ y }) => Math.abs(y - here.y)))
  const inRow = beyond.filter(({ y }) => Math.abs(y - here.y) < row + 4)
  const aside = ({ x }: { x: number }) => Math.abs(x - here.x)
  return inRow.reduce((best, each) => (aside(each) < aside(best) ? each : best)).button
}

function middle(button: HTMLElement): { x: number; y: number } {
  const { left, top, width, height } = button.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}
