import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressAfterManualEdit, addressAfterNameEdit, slugify, slugifyWhileTyping } from './slug.ts'

test.each([
  ['Sunrise Family Clinic', 'sunrise-family-clinic'],
  ["Dr. O'Neil & Sons (North)", 'dr-oneil-sons-north'],
  ['  Harbor   Health  ', 'harbor-health'],
  ['Clínica Élan', 'clinica-elan'],
  ['24/7 Care', '247-care'],
  ['___', ''],
])('derives the address of %j', (name, expected) => {
  expect(slugify(name)).toBe(expected)
})

test('returns a valid host label or an empty string', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      expect(slugify(text)).toMatch(/^$|^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/)
    }),
  )
})

test('changes nothing the second time', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => slugify(slugify(text)) === slugify(text)))
})

test('allows a hyphen to be typed between two words', () => {
  expect(slugifyWhileTyping('harbor-')).toBe('harbor-')
  expect(slugifyWhileTyping('Harbor Health')).toBe('harbor-health')
})

// spec: A4 The hub’s address follows the name until it is edited
test('the address follows the name until a manual edit, and again after an edit of the name', () => {
  expect(addressAfterNameEdit('Harbor Health')).toEqual({ slug: 'harbor-health', followsName: true })
  expect(addressAfterManualEdit('Harbor', 'Harbor Health')).toEqual({ slug: 'harbor', followsName: false })
  expect(addressAfterManualEdit('harbor-health', 'Harbor Health').followsName).toBe(true)
  expect(addressAfterNameEdit('Harbor Health Group').slug).toBe('harbor-health-group')
})
