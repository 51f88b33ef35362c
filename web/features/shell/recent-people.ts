import { tabStore } from '#web/lib/page/stores.ts'

/** The people whose pages a user opened, newest first: ids only, in this tab's session. */
const most = 8
const keyOf = (slug: string, userId: string) => `carefold-recent-people ${slug} ${userId}`

export function recentPeople(slug: string, userId: string): string[] {
  try {
    const ids: unknown = JSON.parse(tabStore.getItem(keyOf(slug, userId)) ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

export function rememberPerson(slug: string, userId: string, id: string): void {
  const ids = [id, ...recentPeople(slug, userId).filter((known) => known !== id)].slice(0, most)
  tabStore.setItem(keyOf(slug, userId), JSON.stringify(ids))
}
