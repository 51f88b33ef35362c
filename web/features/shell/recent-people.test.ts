import { afterEach, expect, it, vi } from 'vitest'
import { recentPeople, rememberPerson } from './recent-people.ts'

afterEach(() => vi.unstubAllGlobals())

function aStorage() {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  return kept
}

it('lists the last eight people, newest first, each once', () => {
  aStorage()
  for (const id of 'abcdefghij') rememberPerson('sunrise', 'ann', id)
  rememberPerson('sunrise', 'ann', 'e')
  expect(recentPeople('sunrise', 'ann')).toEqual([...'ejihgfdc'])
})

it('separates clinics and users, and stores nothing but ids', () => {
  const kept = aStorage()
  rememberPerson('sunrise', 'ann', 'a')
  expect(recentPeople('sunrise', 'ben')).toEqual([])
  expect(recentPeople('harbor', 'ann')).toEqual([])
  expect([...kept.values()]).toEqual(['["a"]'])
})

it('is empty where storage is blocked or holds something else', () => {
  const kept = aStorage()
  for (const stored of ['{', '7', 'null']) {
    kept.set('carefold-recent-people sunrise ann', stored)
    expect(recentPeople('sunrise', 'ann')).toEqual([])
  }
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new Error('blocked')
    },
    setItem: () => {
      throw new Error('blocked')
    },
  })
  rememberPerson('sunrise', 'ann', 'a')
  expect(recentPeople('sunrise', 'ann')).toEqual([])
})
