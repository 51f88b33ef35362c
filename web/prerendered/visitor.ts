import './visitor.css'
import { applyTheme } from '#web/lib/page/theme.ts'
import { rememberAfterLogin } from '#web/lib/session/after-login.ts'
import type { FormName } from './forms.tsx'
import type { MovingName } from './moving.tsx'

/*
 * The script of the prerendered pages. It hydrates animated parts on the first interaction or after three idle seconds,
 * and a form when the visitor enters it (docs/decisions/0155). Until then it records clicks and input.
 */

const idleMs = 3_000
const interactions = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll'] as const

applyTheme()

const moving: HTMLElement[] = []
for (const island of document.querySelectorAll<HTMLElement>('[data-island]')) {
  const { island: name } = island.dataset
  if (name === 'lead' || name === 'contact') takeOverForm(island, name)
  else moving.push(island)
}
if (moving.length > 0) takeOverMoving(moving)

/** Hydrates animated parts, and repeats earlier clicks. */
function takeOverMoving(islands: readonly HTMLElement[]): void {
  const pressed: EventTarget[] = []
  const store = ({ target }: Event) => void (target && pressed.push(target))
  const load = untilDone(async () => {
    const { hydrateMoving } = await import('./moving.tsx')
    for (const island of islands) {
      island.removeEventListener('click', store)
      hydrateMoving(island.dataset.island as MovingName, island)
    }
    for (const each of interactions) removeEventListener(each, interact, { capture: true })
    for (const target of pressed)
      target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  })
  function interact(event: Event): void {
    // browsers report a resting mouse as moved when the page loads
    const isResting = event instanceof MouseEvent && event.movementX === 0 && event.movementY === 0
    if (event.type !== 'pointermove' || !isResting) load()
  }
  for (const island of islands) island.addEventListener('click', store)
  for (const each of interactions) addEventListener(each, interact, { capture: true, passive: true })
  setTimeout(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(load)
    else load()
  }, idleMs)
}

/** Hydrates a form with its rules when the visitor points at it or enters it. */
function takeOverForm(island: HTMLElement, name: FormName): void {
  let wasSent = false
  chooseAsked(island)
  const load = untilDone(async () => {
    const { hydrateForm } = await import('./forms.tsx')
    island.removeEventListener('submit', waitForScript)
    hydrateForm(name, island, typedIn(island))
    if (wasSent) island.querySelector('form')?.requestSubmit()
  })
  function waitForScript(event: Event): void {
    event.preventDefault()
    wasSent = true
    load()
  }
  island.addEventListener('focusin', load)
  island.addEventListener('pointerover', load)
  island.addEventListener('submit', waitForScript)
}

/** @returns starts the work once; after a failure (no connection), the next call retries */
function untilDone(work: () => Promise<void>): () => void {
  let hasStarted = false
  return () => {
    if (hasStarted) return
    hasStarted = true
    work().catch(() => {
      hasStarted = false
    })
  }
}

/** Preselects the subject in the URL: `/contact?about=demo`. */
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

document.addEventListener('click', ({ target }) => {
  const link = target instanceof Element ? target.closest<HTMLElement>('[data-after-login]') : null
  if (link?.dataset.afterLogin) rememberAfterLogin(link.dataset.afterLogin)
})

// after a sign-in the browser may show its cached copy: requests the signed-in page
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && document.cookie.includes('carefold-session')) location.reload()
})
