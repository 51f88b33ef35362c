import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { settingsFormPath } from '#domain/paths.ts'
import { formTexts } from '#domain/texts/forms.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { type ClinicForm, formsQuery, visitKindsQuery } from './queries.ts'

const texts = formTexts.settings

/** The clinic's forms, with when patients are asked. */
export function FormList({ slug }: { slug: string }) {
  const forms = useQuery(formsQuery(slug))
  const kinds = useQuery(visitKindsQuery(slug))
  const nameOf = (key: string) => kinds.data?.find((kind) => kind.key === key)?.name
  return (
    <SectionCard
      title={texts.list}
      actions={
        <Button asChild variant="outline" size="small">
          <Link to={withClinic(settingsFormPath('new'))}>
            <Plus aria-hidden />
            {texts.add}
          </Link>
        </Button>
      }
    >
      {forms.isPending ? (
        <Loading>
          <Skeleton className="h-32 rounded-control" />
        </Loading>
      ) : !forms.data ? (
        <ErrorState title={texts.failed} onRetry={() => void forms.refetch()} />
      ) : forms.data.length === 0 ? (
        <p className="text-form text-muted">{texts.none}</p>
      ) : (
        <ul className="divide-y divide-line">
          {forms.data.map((form) => (
            <li key={form.id} className="flex items-center justify-between gap-4 py-3 first:pt-0 last:pb-0">
              <span className="min-w-0">
                <span className="block font-semibold break-words">{form.title}</span>
                <span className="block text-form break-words text-muted">{summaryOf(form, nameOf)}</span>
              </span>
              <span className="flex flex-none items-center gap-2">
                {!form.isActive && <Badge>{texts.inactive}</Badge>}
                <Button asChild variant="quiet" size="small">
                  <Link to={withClinic(settingsFormPath(form.id))} aria-label={texts.change(form.title)}>
                    {texts.changeShort}
                  </Link>
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  )
}

function summaryOf(
  { occasion, visitTypes, repeats, fields, version }: ClinicForm,
  nameOf: (key: string) => string | undefined,
): string {
  const kinds = visitTypes.flatMap((key) => nameOf(key) ?? [])
  const when = [texts.occasions[occasion], kinds.length > 0 && kinds.join(', ')].filter(Boolean).join(': ')
  const often = occasion === 'visit' ? [texts.repeats[repeats]] : []
  return [when, ...often, texts.parts(fields.length), texts.version(version)].join(' · ')
}
