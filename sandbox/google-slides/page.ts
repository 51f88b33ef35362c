import { hiddenFields, localPages } from '../local-page.ts'
import { html } from '../stripe/pages/html.ts'

const page = localPages({
  name: 'Local Google Slides sandbox',
  notice: 'Local sandbox: this is not Google, and no presentation of anybody is read',
})

export function consentPage(request: URLSearchParams): Response {
  return page(
    'Allow reading',
    html`<h1>Carefold asks to read your presentations</h1>
<p>It reads the one that you named, once.</p>
<form method="post">${hiddenFields(request)}<button name="choice" value="allow">Allow</button>
<button class="second" name="choice" value="cancel">Cancel</button></form>`,
  )
}

export function problemPage(problem: string): Response {
  return page(
    'This cannot go on',
    html`<h1>This cannot go on</h1><p class="alert" role="alert">${problem}</p>`,
    400,
  )
}
