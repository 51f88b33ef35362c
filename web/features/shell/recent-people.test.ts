import { afterEach, expect, it } from 'vitest'
import { tabStore } from '#web/lib/page/stores.ts'
import { recentPeople, rememberPerson } from './recent-people.ts'

afterEach(() => {
  for (const key of tabStore.keys()) tabStore.removeItem(key)
})

it('lists the last eight people, newest first, each once', () => {
  for (const id of 'abcdefghij') rememberPerson('sunrise', 'ann', id)
  rememberPerson('sunrise', 'ann', 'e')
  expect(recentPeople('sunrise', 'ann')).toEqual([...'ejihgfdc'])
})

it('separates clinics and users, and stores nothing but ids', () => {
  rememberPerson('sunrise', 'ann', 'a')
  expect(recentPeople('sunrise', 'ben')).toEqual([])
  expect(recentPeople('harbor', 'ann')).toEqual([])
  expect(tabStore.keys().map((key) => tabStore.getItem(key))).toEqual(['["a"]'])
})

it('is empty where the store holds something else', () => {
  for (const stored of ['{', '7', 'null']) {
    tabStore.setItem('carefold-recent-people sunrise ann', stored)
    expect(recentPeople('sunrise', 'ann')).toEqual([])
  }
})
