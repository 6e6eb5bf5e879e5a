import { mount } from 'svelte'
import './theme.css'
import './draw/boards.css'
import App from './App.svelte'
import { meet, speak } from './lib/i18n.svelte'
import { settings } from './lib/settings.svelte'
import { api } from './net/api'

await speak(settings.language)
api.games().then(meet, () => meet([]))
mount(App, { target: document.getElementById('app')! })

if ('serviceWorker' in navigator && import.meta.env.PROD) void keepForOffline()

/** What was loaded is kept, so that the page opens without a connection too. */
async function keepForOffline(): Promise<void> {
  await navigator.serviceWorker.register('/sw.js')
  const { active } = await navigator.serviceWorker.ready
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  active?.postMessage(loaded.filter((name) => name.startsWith(`${location.origin}/assets/`)))
}
