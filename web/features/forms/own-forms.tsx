import { useQuery } from '@tanstack/react-query'
import { ClipboardCheck, ClipboardList } from 'lucide-react'
import { formTexts } from '#domain/texts/forms.ts'
import { formatDate } from '#domain/values/dates.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { LinkRow } from '#web/components/page/link-row.tsx'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { type FormRequest, ownFormsQuery } from './queries.ts'

const texts = formTexts.own

/**
 * The reader's forms: to fill in, and signed.
 *
 * @param id of the first section, for links to it
 * @param pathOf the page of a form
 */
export function OwnForms({
  clinic,
  id,
  title,
  pathOf,
}: {
  clinic: Clinic
  id?: string
  title: string
  pathOf(requestId: string): string
}) {
  const read = useQuery(ownFormsQuery(clinic.subdomain))
  const open = read.data?.filter(({ signedAt }) => signedAt === null) ?? []
  const signed = read.data?.filter(({ signedAt }) => signedAt !== null) ?? []
  const row = (form: FormRequest) => (
    <LinkRow
      key={form.id}
      to={withClinic(pathOf(form.id))}
      icon={form.signedAt ? ClipboardCheck : ClipboardList}
      note={noteOf(form, clinic.time_zone)}
    >
      {form.title}
    </LinkRow>
  )
  return (
    <>
      <SectionCard {...(id && { id })} title={title}>
        {read.isPending ? (
          <Loading>
            <Skeleton className="h-14 rounded-control" />
          </Loading>
        ) : !read.data ? (
          <ErrorState title={texts.failed} onRetry={() => void read.refetch()} />
        ) : open.length === 0 ? (
          <p className="text-form text-muted">{texts.none}</p>
        ) : (
          <ul className="-my-2 divide-y divide-line">{open.map(row)}</ul>
        )}
      </SectionCard>
      {signed.length > 0 && (
        <SectionCard title={texts.signed}>
          <ul className="-my-2 divide-y divide-line">{signed.map(row)}</ul>
        </SectionCard>
      )}
    </>
  )
}

function noteOf({ signedAt, dueAt, askedAt, startedAt }: FormRequest, timeZone: string): string {
  if (signedAt) return `${texts.signedOn} ${formatDate(signedAt, timeZone)}`
  const when = dueAt
    ? `${texts.dueOn} ${formatDate(dueAt, timeZone)}`
    : `${texts.askedOn} ${formatDate(askedAt, timeZone)}`
  return startedAt ? `${texts.started} · ${when}` : when
}
