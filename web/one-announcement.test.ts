import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** Files that use both, for different situations. */
const apart = [
  // a failed signature shows beside its button; files that could not be read again show a toast
  'features/forms/fill-form.tsx',
  // a failed password shows in the card; a link without a session shows a toast on the login page
  'routes/access/update-password.tsx',
]

const folder = fileURLToPath(new URL('./', import.meta.url))
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.tsx'))

test('announces a failure once: by a notice or by a toast, never by both', () => {
  const both = files.filter((file) => {
    const code = readFileSync(`${folder}${file}`, 'utf8')
    return code.includes('toast.error(') && code.includes('<Notice tone="danger"')
  })
  expect(both.sort()).toEqual(apart)
})
