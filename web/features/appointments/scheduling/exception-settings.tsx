import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { clockText } from '#domain/clinics/opening-hours.ts'
import { schedulingPageTexts } from '#domain/texts/scheduling.ts'
import { formatDate } from '#domain/values/dates.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useUnsaved } from '#web/components/form/unsaved-guard.tsx'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { savingVisits, WentBack } from '#web/lib/clinic/visit-questions.ts'
import type { ActionInput } from '#web/lib/fetch/actions.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { providersQuery } from '../booking/queries.ts'
import { type ExceptionRow, exceptionsQuery } from './scheduling-queries.ts'
import { useSchedulingSave } from './use-scheduling-save.ts'

const page = schedulingPageTexts
const texts = page.exceptions

export function ExceptionSettings({ slug, today }: { slug: string; today: string }) {
  const exceptions = useQuery(exceptionsQuery(slug, today))
  const providers = useQuery(providersQuery(slug))
  const queryClient = useQueryClient()
  const restore = useSchedulingSave(slug, ({ id: _, ...row }: ExceptionRow, confirmed) =>
    callFunction('save-schedule-exception', { ...row, ...confirmed }),
  )
  const remove = useMutation({
    mutationFn: ({ id }: ExceptionRow) =>
      savingVisits((confirmed) =>
        callFunction('remove-schedule-exception', { exceptionId: id, ...confirmed }),
      ),
    onSuccess: (_answer, row) =>
      toast.success(texts.removed, { action: { label: texts.undo, onClick: () => restore.mutate(row) } }),
    onError: (error) => error instanceof WentBack || toast.error(page.saveFailed, describeRefusal(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'appointments') }),
  })
  return (
    <SectionCard title={texts.title}>
      {exceptions.isPending || providers.isPending ? (
        <Skeleton className="h-24 rounded-control" />
      ) : !exceptions.data || !providers.data ? (
        <ErrorState
          title={page.failed}
          onRetry={() => {
            void exceptions.refetch()
            void providers.refetch()
          }}
        />
      ) : (
        <>
          {exceptions.data.length === 0 && <p className="text-form text-muted">{texts.none}</p>}
          <ul className="divide-y divide-line">
            {exceptions.data.map((row) => {
              const who = providers.data.find(({ id }) => id === row.providerId)?.name ?? texts.everybody
              const name = `${row.title || texts.kinds[row.kind]}, ${who}`
              return (
                <li key={row.id} className="flex items-center justify-between gap-4 py-2.5">
                  <span className="min-w-0 text-form">
                    <span className="block font-semibold break-words">{name}</span>
                    <span className="block text-muted">{whenOf(row)}</span>
                  </span>
                  <Button
                    variant="quiet"
                    size="icon"
                    aria-label={texts.removeOf(name)}
                    disabled={remove.isPending}
                    onClick={() => remove.mutate(row)}
                  >
                    <X aria-hidden />
                  </Button>
                </li>
              )
            })}
          </ul>
          <div className="mt-6 border-t border-line pt-5">
            <ExceptionForm slug={slug} today={today} providers={providers.data} />
          </div>
        </>
      )}
    </SectionCard>
  )
}

function whenOf({ startsOn, endsOn, opens, closes }: ExceptionRow): string {
  const days = texts.span(formatDate(startsOn), formatDate(endsOn))
  return opens && closes ? `${days}, ${texts.times(clockText(opens), clockText(closes))}` : days
}

export function ExceptionForm({
  slug,
  today,
  providers,
  onSaved,
}: {
  slug: string
  today: string
  providers: readonly { id: string; name: string }[]
  onSaved?: () => void
}) {
  const empty = {
    kind: 'off' as 'off' | 'extra',
    providerId: '',
    title: '',
    startsOn: '',
    endsOn: '',
    opens: '',
    closes: '',
  }
  const [values, setValues] = useState(empty)
  const save = useSchedulingSave(slug, (input: ActionInput<'save-schedule-exception'>, confirmed) =>
    callFunction('save-schedule-exception', { ...input, ...confirmed }),
  )
  useUnsaved(
    Object.keys(empty).some(
      (name) => values[name as keyof typeof empty] !== empty[name as keyof typeof empty],
    ),
  )
  const change = (changes: Partial<typeof empty>) => setValues((now) => ({ ...now, ...changes }))
  const problemOf = (path: string) =>
    save.error instanceof ApiError ? save.error.fields.find((each) => each.path === path)?.message : undefined
  const text = (name: 'title' | 'startsOn' | 'endsOn' | 'opens' | 'closes', label: string, type: string) => (
    <Field label={label} isOptional={type !== 'date'} {...withError(problemOf(name))}>
      {(control) => (
        <Input
          type={type}
          {...(type === 'date' && { min: name === 'endsOn' && values.startsOn ? values.startsOn : today })}
          {...control}
          value={values[name]}
          onChange={(event) => change({ [name]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (save.isPending) return
        save.mutate(
          {
            kind: values.kind,
            providerId: values.providerId || null,
            title: values.title,
            startsOn: values.startsOn,
            endsOn: values.endsOn || values.startsOn,
            opens: values.opens || null,
            closes: values.closes || null,
          },
          {
            onSuccess: () => {
              setValues(empty)
              onSaved?.()
            },
          },
        )
      }}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={texts.kind}>
          {(control) => (
            <Select
              {...control}
              value={values.kind}
              onChange={(event) => change({ kind: event.target.value as 'off' | 'extra' })}
            >
              <option value="off">{texts.kinds.off}</option>
              <option value="extra">{texts.kinds.extra}</option>
            </Select>
          )}
        </Field>
        <Field label={texts.who} {...withError(problemOf('providerId'))}>
          {(control) => (
            <Select
              {...control}
              value={values.providerId}
              onChange={(event) => change({ providerId: event.target.value })}
            >
              <option value="">{texts.everybody}</option>
              {providers.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <div className="sm:col-span-2">{text('title', texts.name, 'text')}</div>
        {text('startsOn', texts.from, 'date')}
        {text('endsOn', texts.until, 'date')}
        {text('opens', texts.opens, 'time')}
        {text('closes', texts.closes, 'time')}
      </div>
      <p className="mt-2 text-note text-muted">{texts.timesHint}</p>
      <div className="mt-4">
        <SubmitButton isBusy={save.isPending} busyText={page.saving}>
          {texts.add}
        </SubmitButton>
      </div>
    </form>
  )
}

function withError(error: string | undefined): { error?: string } {
  return error === undefined ? {} : { error }
}
