import './visitor.css'
import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { Features } from '#web/features/marketing/features.tsx'
import { Stories } from '#web/features/marketing/stories.tsx'
import { Tagline } from '#web/features/marketing/tagline.tsx'
import { Tour } from '#web/features/marketing/tour.tsx'
import { rememberAfterLogin } from '#web/lib/after-login.ts'
import { applyTheme } from '#web/lib/theme.ts'
import type { FormName } from './forms.tsx'

/*
 * The script of the prerendered pages: takes over what moves, and a form once somebody turns to it. React stands for Preact
 * (docs/decisions/0110).
 */

applyTheme()

const moving: Record<string, ComponentType> = {
  tagline: Tagline,
  features: Features,
  tour: Tour,
  stories: Stories,
}

for (const island of document.querySelectorAll<HTMLElement>('[data-island]')) {
  const name = island.dataset.island ?? ''
  const Moving = moving[name]
  if (Moving) createRoot(island).render(<Moving />)
  else takeOverForm(island, name as FormName)
}

/** Loads a form's rules when somebody points at it or enters it; what was typed or sent until then is kept. */
function takeOverForm(island: HTMLElement, name: FormName): void {
  let isLoading = false
  let wasSent = false
  let released: Promise<void> | undefined
  chooseAsked(island)
  async function load(): Promise<void> {
    if (isLoading) return
    isLoading = true
    try {
      const { openForm } = await import('./forms.tsx')
      // a button that is replaced while it is pressed is not clicked
      await released
      const field = nameOfFocus(island)
      openForm(name, island, typedIn(island))
      island.removeEventListener('submit', waitForScript)
      focusAgain(island, field)
      if (wasSent) island.querySelector('form')?.requestSubmit()
    } catch {
      // no connection: the next touch tries again
      isLoading = false
    }
  }
  function waitForScript(event: Event): void {
    event.preventDefault()
    wasSent = true
    void load()
  }
  island.addEventListener('focusin', () => void load())
  island.addEventListener('pointerover', () => void load())
  island.addEventListener('pointerdown', () => {
    released = release()
  })
  island.addEventListener('submit', waitForScript)
}

/** Until the pointer that has just been pressed is let go, and the click that this makes is over. */
function release(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => setTimeout(resolve)
    addEventListener('pointerup', end, { once: true })
    addEventListener('pointercancel', end, { once: true })
  })
}

/** Chooses what the link to the page asked for: `/contact?about=demo`. */
function chooseAsked(island: HTMLElement): void {
  const asked = new URLSearchParams(location.search).get('about')
  const select = island.querySelector<HTMLSelectElement>('select[name="about"]')
  if (select && [...select.options].some(({ value }) => value === asked)) select.value = asked ?? ''
}

function typedIn(island: HTMLElement): Record<string, string> {
  const form = island.querySelector('form')
  if (!form) return {}
  return Object.fromEntries(
    [...new FormData(form)].filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
    ),
  )
}

function nameOfFocus(island: HTMLElement): string | null {
  const focused = document.activeElement
  return focused && island.contains(focused) ? focused.getAttribute('name') : null
}

/** Where the field that had the focus was drawn anew. */
function focusAgain(island: HTMLElement, name: string | null): void {
  const field = name && island.querySelector<HTMLElement>(`[name="${name}"]`)
  if (field && document.activeElement !== field) field.focus()
}

document.addEventListener('click', ({ target }) => {
  const link = target instanceof Element ? target.closest<HTMLElement>('[data-after-login]') : null
  if (link?.dataset.afterLogin) rememberAfterLogin(link.dataset.afterLogin)
})

// back from a sign-in to a page that the browser kept: it is drawn for who is signed in
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && document.cookie.includes('carefold-session')) location.reload()
})
