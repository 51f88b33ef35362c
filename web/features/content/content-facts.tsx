import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { personName } from '#domain/memberships/person-name.ts'
import { contentTexts } from '#domain/texts/content.ts'
import { DateText } from '#web/components/date-text.tsx'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { readProfiles } from '#web/lib/clinic/user-profiles.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import type { WorkingCopy } from './queries.ts'

const texts = contentTexts.facts

export function ContentFacts({ item, minutes }: { item: WorkingCopy; minutes: number }) {
  const author = useAuthor(item.authorId)
  const { type, createdAt, publishedAt, views } = item
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 border-t border-line pt-4 text-form">
      {author && <Fact name={texts.author}>{author}</Fact>}
      <Fact name={texts.created}>
        <DateText value={createdAt} />
      </Fact>
      {publishedAt && (
        <Fact name={texts.published}>
          <DateText value={publishedAt} />
        </Fact>
      )}
      {type === 'article' && <Fact name={texts.takes}>{contentTexts.readTime(minutes)}</Fact>}
      {type === 'video' && minutes > 0 && <Fact name={texts.takes}>{contentTexts.watchTime(minutes)}</Fact>}
      <Fact name={texts.views}>{views.toLocaleString('en-US')}</Fact>
    </dl>
  )
}

/** Name of a current or former team member; null for a deleted account. */
function useAuthor(userId: string | null): string | null {
  const slug = useClinicSlug()
  const { data } = useQuery({
    queryKey: clinicKey(slug, 'content-editor', userId),
    enabled: userId !== null,
    queryFn: () => readProfiles([userId as string]),
  })
  const profile = data?.[0]
  return profile ? personName(profile, profile.id) : null
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="break-words">{children}</dd>
    </>
  )
}
