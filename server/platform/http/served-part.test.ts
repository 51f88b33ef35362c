import { expect, test } from 'vitest'
import { withServedPart } from './served-part.ts'

const page = '<body><div id="root"></div>\n<noscript>\n<p>Needs JavaScript.</p>\n</noscript></body>'
const html = '<main>$& plans</main>'

test('a part is shown before the app, and in place of the general notice', () => {
  const served = withServedPart(page, { html, isOnlyScriptless: false })
  expect(served).toMatch(/<div id="served"><main>\$& plans<\/main><\/div>\s*<div id="root"><\/div>/)
  expect(served).not.toContain('Needs JavaScript')
})

test('beside another view of the app it needs a browser without a script', () => {
  const served = withServedPart(page, { html, isOnlyScriptless: true })
  expect(served).toContain(`<noscript>${html}</noscript>`)
  expect(served).not.toContain('id="served"')
})
