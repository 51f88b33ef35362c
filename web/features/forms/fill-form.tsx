import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, useSyncExternalStore } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { type Answers, enteredAnswers, isHealthAnswer } from '#domain/forms/forms.ts'
import { problemsOf } from '#domain/forms/inputs.ts'
import type { HealthInformation } from '#domain/profiles/health-information.ts'
import { componentTexts } from '#domain/texts/components.ts'
import { formTexts } from '#domain/texts/forms.ts'
import { formatClock } from '#domain/values/dates.ts'
import { phoneCountry } from '#domain/values/phones.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Field } from '#web/components/form/field.tsx'
import { FormErrorSummary } from '#web/components/form/form-error-summary.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { ownHealthQuery } from '#web/lib/clinic/own-health.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { refusalCode, refusalSentence } from '#web/lib/fetch/refusals.ts'
import { connection } from '#web/lib/offline/connection.ts'
import type { FormUploads } from './file-question.tsx'
import { formQuery, type OpenForm } from './queries.ts'
import { Questions, questionElement } from './questions.tsx'
import { type FilledForm, useAnswers } from './use-answers.ts'

const texts = formTexts.own
const noHealth: HealthInformation = {
  ...{ version: 0, allergies: '', medications: '', medicalConditions: '' },
  ...{ emergencyContact: '', emergencyPhone: '' },
}

/**
 * A form to fill in and sign. @param patient the name of the ward, for a guardian; null for the patient
 */
export function FillForm({
  clinic,
  form,
  owner,
  patient,
}: {
  clinic: Clinic
  form: OpenForm
  owner: string
  patient: string | null
}) {
  const hasHealth = form.fields.some(({ kind }) => kind === 'health')
  const health = useQuery({ ...ownHealthQuery(clinic), enabled: hasHealth })
  if (!hasHealth) return <Filling {...{ clinic, form, owner, patient }} health={noHealth} />
  if (health.isPending)
    return (
      <Loading>
        <Skeleton className="h-96 rounded-card" />
      </Loading>
    )
  if (!health.data) return <ErrorState title={texts.failed} onRetry={() => void health.refetch()} />
  return <Filling {...{ clinic, form, owner, patient }} health={health.data} />
}

function Filling({
  clinic,
  form,
  owner,
  patient,
  health,
}: React.ComponentProps<typeof FillForm> & { health: HealthInformation }) {
  const queryClient = useQueryClient()
  const query = formQuery(clinic.subdomain, form.id)
  const reading = useRef<Promise<OpenForm | null>>(Promise.resolve(null))
  /** One at a time, so that each begins after the change that it follows. */
  const reload = (): Promise<OpenForm | null> => {
    reading.current = reading.current
      .catch(() => null)
      .then(() => queryClient.fetchQuery({ ...query, staleTime: 0 }))
    return reading.current
  }
  const filled = useAnswers(form, owner, reload)
  const [name, setName] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [tries, setTries] = useState(0)
  const [isChanged, setChanged] = useState(false)
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const isRunning = useRef(false)

  /** With the health information that is shown, also if it was not changed. */
  const complete = (): Answers => ({
    ...filled.answers,
    ...Object.fromEntries(
      form.fields
        .filter(({ kind }) => kind === 'health')
        .map(({ id }) => {
          const typed = filled.answers[id]
          return [id, isHealthAnswer(typed) ? { ...typed, version: health.version } : health]
        }),
    ),
  })
  const sign = useMutation({
    mutationFn: async () => {
      const version = await filled.flush()
      return callFunction('sign-form', {
        requestId: form.id,
        version,
        answers: enteredAnswers(complete()),
        name,
      })
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: clinicKey(clinic.subdomain, 'own-forms') })
      void queryClient.invalidateQueries({ queryKey: ownHealthQuery(clinic).queryKey })
    },
    onError: async (error) => {
      if (refusalCode(error) === 'changed_elsewhere') {
        const fresh = await reload()
        await queryClient.invalidateQueries({ queryKey: ownHealthQuery(clinic).queryKey })
        if (fresh) filled.take(fresh)
        setChanged(true)
      } else if (error instanceof ApiError && error.fields.length > 0) {
        setErrors(
          Object.fromEntries(
            error.fields.map(({ path, message }) => [path.replace(/^answers\./, ''), message]),
          ),
        )
        setTries((before) => before + 1)
      }
    },
    onSettled: () => {
      isRunning.current = false
    },
  })

  const uploads: FormUploads = {
    requestId: form.id,
    async onChanged() {
      const fresh = await reload().catch(() => null)
      if (fresh) filled.take(fresh)
      else toast.error(texts.files.readFailed, { description: texts.files.readAgain })
    },
    onBusyChange(id, isBusy) {
      if (busy.has(id) === isBusy) return
      setBusy(new Set(isBusy ? [...busy, id] : [...busy].filter((each) => each !== id)))
      setErrors((before) => without(before, id))
    },
  }

  function submit(): void {
    if (isRunning.current) return
    setChanged(false)
    const found = problemsOf(form.fields, complete(), phoneCountry(clinic.currency))
    const uploading = Object.fromEntries([...busy].map((id) => [id, texts.files.uploading]))
    const problems: Record<string, string> = { ...found, ...uploading }
    if (name.trim() === '') problems.name = formTexts.validation.nameMissing
    setErrors(problems)
    if (Object.keys(problems).length > 0) {
      setTries((before) => before + 1)
      return
    }
    isRunning.current = true
    sign.mutate()
  }

  const isOtherFailure =
    sign.error !== null &&
    refusalCode(sign.error) !== 'changed_elsewhere' &&
    !(sign.error instanceof ApiError && sign.error.fields.length > 0)
  return (
    <form
      noValidate
      className="max-w-160 space-y-6"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <p className="text-form text-muted">{texts.required}</p>
      <FormErrorSummary errors={summaryOf(form, errors)} submitCount={tries} />
      <Questions
        fields={form.fields}
        answers={filled.answers}
        errors={errors}
        health={health}
        uploads={uploads}
        onAnswer={(id, answer) => {
          filled.change(id, answer)
          setErrors((before) => without(before, id))
        }}
      />
      <Card className="space-y-4">
        <h2 className="font-display text-h3 font-medium">{texts.signature}</h2>
        <p className="break-words">
          {patient ? formTexts.statementOfGuardian(patient) : formTexts.statement}
        </p>
        <div id={questionElement('name')}>
          <Field label={texts.name} {...(errors.name && { error: errors.name })}>
            {(control) => (
              <Input
                {...control}
                autoComplete="name"
                maxLength={200}
                value={name}
                onChange={({ target }) => {
                  setName(target.value)
                  setErrors((before) => without(before, 'name'))
                }}
              />
            )}
          </Field>
        </div>
        {isChanged && <Notice tone="warning">{texts.changed}</Notice>}
        {isOtherFailure && (
          <Notice tone="danger" title={texts.signFailed}>
            <p>{refusalSentence(sign.error) ?? texts.signRefused}</p>
          </Notice>
        )}
        <SubmitButton isBusy={sign.isPending} busyText={texts.signing}>
          {texts.sign}
        </SubmitButton>
      </Card>
      <Saved filled={filled} timeZone={clinic.time_zone} />
    </form>
  )
}

/** Stays in view while the form is filled in: each of its sentences is true at the time it is shown. */
function Saved({ filled: { state, savedAt, error }, timeZone }: { filled: FilledForm; timeZone: string }) {
  const line = useSyncExternalStore(connection.subscribe, connection.state)
  const isWaiting = state !== 'saved' && state !== 'refused' && (state === 'failing' || line !== 'online')
  return (
    <div
      role="status"
      className="sticky bottom-0 z-10 -mx-1 rounded-t-control bg-surface px-1 py-2 text-form text-muted empty:hidden max-md:bottom-16"
    >
      {state === 'refused'
        ? (refusalSentence(error) ?? texts.refused)
        : isWaiting
          ? texts.waiting
          : state === 'unsent'
            ? texts.saving
            : savedAt && componentTexts.form.savedAt(formatClock(savedAt, timeZone))}
    </div>
  )
}

function without(errors: Record<string, string>, id: string): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).filter(([key]) => key.split('.')[0] !== id))
}

function summaryOf({ fields }: OpenForm, errors: Record<string, string>): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([key, message]) => {
      const [id = ''] = key.split('.')
      const label = fields.find((field) => field.id === id)?.label ?? texts.name
      const short = label.length > 80 ? `${label.slice(0, 80)}…` : label
      const focus = () =>
        document
          .getElementById(questionElement(id))
          ?.querySelector<HTMLElement>(
            '[aria-invalid="true"], input:not([type="file"]), select, textarea, button',
          )
          ?.focus()
      return [
        key,
        { type: 'server', message: `${short}${/[?.!:]$/.test(short) ? '' : ':'} ${message}`, ref: { focus } },
      ]
    }),
  ) as unknown as FieldErrors
}
