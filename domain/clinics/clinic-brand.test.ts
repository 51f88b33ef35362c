import { expect, it } from 'vitest'
import { brandShades, clinicBrandForm, contrast, lowestContrast, textContrast } from './clinic-brand.ts'
import { clinicColorValues } from './clinic-mark.ts'

const many = Array.from({ length: 729 }, (_, n) => {
  const part = (value: number) =>
    Math.round((value * 255) / 8)
      .toString(16)
      .padStart(2, '0')
  return `#${part(n % 9)}${part(Math.floor(n / 9) % 9)}${part(Math.floor(n / 81))}`.toUpperCase()
})

it('makes any color readable in both themes, as text and as a background', () => {
  for (const color of many) {
    const { light, dark } = brandShades(color)
    expect(lowestContrast(light, 'light'), `${color} as ${light}`).toBeGreaterThanOrEqual(textContrast)
    expect(lowestContrast(dark, 'dark'), `${color} as ${dark}`).toBeGreaterThanOrEqual(textContrast)
  }
})

it('preserves a readable color', () => {
  for (const { light, dark } of Object.values(clinicColorValues)) {
    expect(brandShades(light).light).toBe(light)
    expect(brandShades(dark).dark).toBe(dark)
  }
})

it('darkens or lightens an unreadable color without making it gray', () => {
  expect(brandShades('#FFDD00')).toEqual({ light: expect.stringMatching(/^#[5-9A]/), dark: '#FFDD00' })
  expect(brandShades('#000000').dark).not.toBe('#000000')
})

it('calculates contrast as WCAG does', () => {
  expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21)
  expect(contrast('#767676', '#FFFFFF')).toBeCloseTo(4.54, 2)
})

it('formats a color as #RRGGBB', () => {
  const parse = (color: string) => clinicBrandForm.safeParse({ ownsColor: true, color, hidesCarefold: true })
  expect(parse(' #a1b2c3 ').data?.color).toBe('#A1B2C3')
  for (const wrong of ['red', '#FFF', '#12345G', 'url(#x)', '#1234567'])
    expect(parse(wrong).success).toBe(false)
})
