import { hiddenFields, localPages } from '../local-page.ts'
import { html } from '../stripe/pages/html.ts'
import { type SandboxService, serviceTitles } from './services.ts'

const page = localPages({
  name: 'Local calendar sandbox',
  notice: 'Local sandbox: this is neither Google nor Microsoft, and no calendar of a person is read',
})

export function consentPage(service: SandboxService, request: URLSearchParams): Response {
  return page(
    'Allow reading',
    html`<h1>Carefold asks to see when you are busy</h1>
<p>In your main calendar at ${serviceTitles[service]}.</p>
<form method="post">${hiddenFields(request)}<button name="choice" value="allow">Allow</button>
<button class="second" name="choice" value="cancel">Cancel</button></form>`,
  )
}

/** Where a user withdraws the consent, as in the account at Google or Microsoft. */
export function accountPage(service: SandboxService, isWithdrawn: boolean): Response {
  return page(
    'Apps with access',
    html`<h1>Apps with access to your calendar</h1>
<p>${isWithdrawn ? 'Carefold has no access any more.' : `Carefold sees when you are busy at ${serviceTitles[service]}.`}</p>
<form method="post"><button>Remove access</button></form>`,
  )
}

export function problemPage(problem: string): Response {
  return page(
    'This cannot go on',
    html`<h1>This cannot go on</h1><p class="alert" role="alert">${problem}</p>`,
    400,
  )
}
