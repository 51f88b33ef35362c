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

// spec: A4 Below 768 px the sidebar is a sheet
// spec: A9 The breakpoint of the sidebar is 768 px
it('below 768 px the sidebar of the clinic is a sheet', () => {
  const theme = readFileSync(new URL('theme.css', import.meta.url), 'utf8')
  const shell = readFileSync(new URL('../routes/clinic/clinic-shell.tsx', import.meta.url), 'utf8')
  expect(theme).toContain('--breakpoint-md: 768px;')
  expect(shell).toMatch(/className="rail [^"]*\bhidden [^"]*\bmd:flex /)
  expect(shell).toMatch(/<header className="[^"]*\bmd:hidden /)
})
