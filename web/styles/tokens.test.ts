import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { clinicColors, clinicColorValues } from '#domain/clinics/clinic-mark.ts'

const tokens = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')

it.each(clinicColors)('%s is the same color in pages, mails and payment pages', (color) => {
  const block = new RegExp(`\\[data-clinic-color="${color}"\\] \\{([^}]*)\\}`).exec(tokens)?.[1]
  const { light, dark } = clinicColorValues[color]
  expect(block).toContain(`--clinic-light: ${light.toLowerCase()};`)
  expect(block).toContain(`--clinic-dark: ${dark.toLowerCase()};`)
})
