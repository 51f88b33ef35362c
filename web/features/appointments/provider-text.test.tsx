import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { providerNameOf, providerShort, WithProvider } from './provider-text.tsx'

const elena = { id: 'p1', name: 'Elena Ruiz', title: '', types: [], isActive: true }
const [booked, open] = [{ providerId: 'p1' }, { providerId: null }]
const text = (visit: { providerId: string | null }, providers: (typeof elena)[] | undefined) =>
  renderToStaticMarkup(<WithProvider name={providerNameOf(visit, providers)} />).replaceAll(/<[^>]+>/g, '')

it('names the provider of a visit, or marks that it has none', () => {
  expect(text(booked, [elena])).toBe(' with Elena Ruiz')
  expect(text(open, [elena])).toBe(', No provider')
  expect(providerShort(booked, [elena])).toBe('Elena Ruiz')
  expect(providerShort(open, [elena])).toBe('No provider')
})

it('marks nothing while providers are read, and where no team member sees patients', () => {
  expect(text(open, undefined)).toBe('')
  expect(text(open, [])).toBe('')
  expect(text(open, [{ ...elena, isActive: false }])).toBe('')
  expect(text(booked, [{ ...elena, isActive: false }])).toBe(' with Elena Ruiz')
})
