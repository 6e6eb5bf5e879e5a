/** Animation of a drawn thing to its new pose, in the manner of its kind. */

import type { How, Motion, Pose } from './types'

const last = new WeakMap<Element, Pose>()

/** An attachment for the group that draws a thing. */
export function glide(pose: Pose, motion: Motion | null, ms: number) {
  return (node: SVGGElement): (() => void) | void => {
    const before = last.get(node)
    last.set(node, pose)
    node.style.transform = placed(pose)
    if (!ms || !motion || !node.animate) return
    const frames = keyframes(motion.how, motion.from === null ? undefined : before, pose)
    const easing = EASING[motion.how] ?? 'ease-in-out'
    const animation = node.animate(frames, { duration: ms, easing, fill: 'both' })
    return () => animation.cancel() // what comes next, or what skips it, goes before
  }
}

const EASING: Partial<Record<How, string>> = {
  slide: 'cubic-bezier(0.3, 0, 0.15, 1)',
  lay: 'cubic-bezier(0.2, 0.7, 0.3, 1)',
  enter: 'cubic-bezier(0.2, 0.7, 0.3, 1)',
}

/** The way of a movement, from a pose (or out of nothing) to another. */
export function keyframes(how: How, from: Pose | undefined, to: Pose): Keyframe[] {
  const there = { transform: placed(to), opacity: 1 }
  switch (how) {
    case 'eat':
      return [there, { transform: placed(sized(to, 0.1)), opacity: 0 }]
    case 'lift':
    case 'sacrifice':
      return [there, { transform: placed(sized(raised(to, 18), 1.35)), opacity: 0 }]
    case 'capture':
      return [
        there,
        { transform: placed(sized(raised(to, 10), 1.3)), opacity: 1, offset: 0.45 },
        { transform: placed(sized(raised(to, 44), 0.6)), opacity: 0 },
      ]
    case 'leave':
      return [there, { transform: placed(sized(to, 0.5)), opacity: 0 }]
    case 'enter':
    case 'lay':
      return [{ transform: placed(sized(raised(to, 22), 1.4)), opacity: 0 }, there]
    case 'slide':
      return [{ transform: placed(from ?? to), opacity: 1 }, there]
    default:
      return [{ transform: placed(from ?? to), opacity: 1 }, overhead(from ?? to, to), there]
  }
}

/** Half-way through the air. */
function overhead(from: Pose, to: Pose): Keyframe {
  const x = (from.x + to.x) / 2
  const y = (from.y + to.y) / 2
  const size = (from.size + to.size) / 2
  return { transform: placed(sized(raised({ x, y, size }, 26), 1.22)), opacity: 1 }
}

function raised(pose: Pose, by: number): Pose {
  return { ...pose, y: pose.y - by }
}

function sized(pose: Pose, by: number): Pose {
  return { ...pose, size: pose.size * by }
}

function placed({ x, y, size }: Pose): string {
  return `translate(${x}px, ${y}px) scale(${size})`
}
