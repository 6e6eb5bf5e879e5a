/** A development page with every fixture on its board: `npm run dev`, then /workshop.html. */

import { mount } from 'svelte'
import './games/boards.css'
import './theme.css'
import Workshop from './Workshop.svelte'

document.documentElement.dataset.theme =
  new URLSearchParams(location.search).get('theme') ?? 'light'
mount(Workshop, { target: document.getElementById('app')! })
