/** Makes sure that everything this page has loaded is there without a connection, too. */

const PATIENCE = 20_000

/** Resolves with true when it is all kept. */
export async function keepLoaded(): Promise<boolean> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return false
  const { active } = await navigator.serviceWorker.ready
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const files = loaded.filter((name) => name.startsWith(`${location.origin}/assets/`))
  const { port1, port2 } = new MessageChannel()
  return await new Promise((resolve) => {
    setTimeout(() => resolve(false), PATIENCE)
    port1.addEventListener('message', ({ data }) => resolve(data === 'kept'))
    port1.start()
    active?.postMessage([...new Set(files)], [port2])
  })
}
