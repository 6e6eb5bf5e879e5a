import { mount } from 'svelte'
import './theme.css'
import './draw/boards.css'
import App from './App.svelte'
import { meet, speak } from './lib/i18n.svelte'
import { settings } from './lib/settings.svelte'
import { api } from './net/api'
import { keepForOffline } from './offline/pack.svelte'

await speak(settings.language)
api.games().then(meet, () => meet([]))
mount(App, { target: document.getElementById('app')! })

void keepForOffline()
