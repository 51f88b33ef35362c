import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { MemberView } from '#domain/memberships/member-list.ts'
import { Badge } from '#web/components/ui/badge.tsx'
import { RoleBadge, StatusBadge } from './member-badges.tsx'

const member = (changes: Partial<MemberView>) =>
  ({ userId: 'u', role: 'patient', status: 'active', invitation: null, ...changes }) as MemberView

const badge = (tone: Parameters<typeof Badge>[0]['tone'], text: string) =>
  renderToStaticMarkup(<Badge tone={tone}>{text}</Badge>)

// spec: B4 An active membership is green, a pending one yellow, an invited one blue
test.each([
  ['active', 'success', 'Active'],
  ['pending', 'warning', 'Pending'],
  ['invited', 'info', 'Invited'],
] as const)('the badge of an %s membership has the tone %s', (status, tone, text) => {
  const html = renderToStaticMarkup(<StatusBadge member={member({ status })} timeZone="UTC" />)
  expect(html).toContain(badge(tone, text))
})

// spec: B4 The role has a badge for admin, patient and other
test('admin, patient and other roles have three badges', () => {
  const roles = ['admin', 'patient', 'staff', 'member'] as const
  const badges = roles.map((role) => renderToStaticMarkup(<RoleBadge member={member({ role })} />))
  const classes = badges.map((html) => /<span class="([^"]*)">[A-Z]/.exec(html)?.[1])
  expect(new Set(classes).size).toBe(3)
  expect(classes[2]).toBe(classes[3])
})
