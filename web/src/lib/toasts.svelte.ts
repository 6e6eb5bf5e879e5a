/** Toasts: short messages that disappear by themselves. */

export interface Toast {
  readonly id: number
  readonly text: string
  readonly kind: 'info' | 'warn'
}

const STAY = 6000

export const toasts: Toast[] = $state([])
let last = 0

export function toast(text: string, kind: Toast['kind'] = 'info'): void {
  const id = ++last
  toasts.push({ id, text, kind })
  setTimeout(() => dismiss(id), STAY)
}

export function dismiss(id: number): void {
  const at = toasts.findIndex((each) => each.id === id)
  if (at >= 0) toasts.splice(at, 1)
}
