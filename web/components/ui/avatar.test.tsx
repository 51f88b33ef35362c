import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Avatar } from './avatar.tsx'

it.each([
  ['Nora Lindqvist', 'NL'],
  ['Robert "Bob" Adams', 'RA'],
  ['Robert Adams "Bob"', 'RA'],
  ['Élodie', 'É'],
  ['“Bob”', ''],
])('shows the initials of %s', (name, initials) => {
  expect(renderToStaticMarkup(<Avatar name={name} />)).toContain(`data-initials="${initials}"`)
})
