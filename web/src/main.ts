import { mount } from 'svelte'
import './theme.css'
import './games/boards.css'
import App from './App.svelte'
import { speak } from './lib/i18n.svelte'
import { settings } from './lib/settings.svelte'
import { keepForOffline } from './offline/offline-state.svelte'

await speak(settings.language)
mount(App, { target: document.getElementById('app')! })

void keepForOffline()
