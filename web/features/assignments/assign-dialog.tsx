import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AssignLesson, assignLessonInput } from '#domain/assignments/inputs.ts'
import { assignmentTexts } from '#domain/texts/assignments.ts'
import { programTexts } from '#domain/texts/programs.ts'
import { formatDate } from '#domain/values/dates.ts'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { DialogActions } from '#web/components/ui/dialog.tsx'
import { GuardedDialog } from '#web/components/ui/guarded-dialog.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { planChoiceQuery } from '#web/lib/clinic/plan-choice.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { refusalSentence } from '#web/lib/fetch/refusals.ts'
import { PatientsField, type Person } from './patients-field.tsx'
import { personLessonsQuery, resourcesQuery } from './queries.ts'

const texts = assignmentTexts

/** Either the content or the patient; the dialog asks for the other. */
export type OpenAssign =
  | { lesson: { id: string; title: string } }
  | { program: { id: string; title: string } }
  | { patient: Person }

/** 'Assign to Patient' (docs/specification.md B2.13). The form is mounted only while open. */
export function AssignDialog({
  clinic,
  open,
  onClose,
}: {
  clinic: Clinic
  open: OpenAssign | null
  onClose(): void
}) {
  return (
    <GuardedDialog
      isOpen={open !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={open && titleOf(open)}
      description={open && 'program' in open ? programTexts.assignLead : texts.lead}
    >
      {open && <AssignForm clinic={clinic} open={open} onClose={onClose} />}
    </GuardedDialog>
  )
}

function titleOf(open: OpenAssign): string {
  if ('patient' in open) return texts.assignTo(open.patient.name)
  return texts.assignTitle('program' in open ? open.program.title : open.lesson.title)
}

/** Empty until a lesson is chosen. */
function titleOfContent(open: OpenAssign): string {
  if ('patient' in open) return ''
  return 'program' in open ? open.program.title : open.lesson.title
}

function AssignForm({ clinic, open, onClose }: { clinic: Clinic; open: OpenAssign; onClose(): void }) {
  const fixedLesson = 'lesson' in open ? open.lesson.id : null
  const program = 'program' in open ? open.program : null
  const fixedPatient = 'patient' in open ? open.patient : null
  const [itemId, setItemId] = useState(fixedLesson ?? '')
  const [title, setTitle] = useState(titleOfContent(open))
  const [choice, setChoice] = useState<'some' | 'plan' | null>(null)
  const whom = choice ?? 'some'
  const [people, setPeople] = useState<Person[]>(fixedPatient ? [fixedPatient] : [])
  const [planId, setPlanId] = useState('')
  const [reason, setReason] = useState('')
  const [dueOn, setDueOn] = useState('')
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({})
  const refresh = useRefreshClinic()
  const assign = useMutation({
    mutationFn: ({ itemId, reason, dueOn, ...whom }: AssignLesson) =>
      program
        ? callFunction('assign-program', { programId: program.id, ...whom })
        : callFunction('assign-lesson', { itemId, reason, dueOn, ...whom }),
    onSuccess: (answer) => {
      const already = answer.assigned > 0 ? texts.doneAlready(answer.already) : ''
      const notes = [already, texts.doneWithoutAccount(answer.withoutAccount)].filter(Boolean).join(' ')
      const only = whom === 'some' && people.length === 1 ? people[0]?.name : null
      const done = only && answer.assigned === 1 ? texts.doneFor(title, only) : texts.done(answer)
      toast.success(done, notes ? { description: notes } : undefined)
      onClose()
    },
    onError: (error) => {
      if (error instanceof ApiError) setErrors(errorsOf(error.fields))
    },
    onSettled: () => refresh(),
  })

  function submit(event: React.FormEvent): void {
    event.preventDefault()
    if (assign.isPending) return
    const missing = {
      ...(itemId === '' && !program && { itemId: texts.validation.lesson }),
      ...(whom === 'plan' && planId === '' && { planId: texts.validation.plan }),
      ...(whom === 'some' && people.length === 0 && { patientIds: texts.validation.nobody }),
    }
    setErrors(missing)
    if (Object.keys(missing).length > 0) return
    const input = {
      itemId: program?.id ?? itemId,
      reason,
      dueOn,
      ...(whom === 'plan' ? { planId } : { patientIds: people.map(({ id }) => id) }),
    }
    const checked = assignLessonInput.safeParse(input)
    if (checked.success) assign.mutate(input)
    else
      setErrors(
        errorsOf(checked.error.issues.map(({ path, message }) => ({ path: String(path[0]), message }))),
      )
  }

  const errorAt = (name: string) => (errors[name] ? { error: errors[name] } : {})
  return (
    <form noValidate className="space-y-5" onSubmit={submit}>
      {assign.error && (
        <Notice tone="danger" title={texts.failed}>
          <p>{refusalSentence(assign.error) ?? texts.tryAgain}</p>
        </Notice>
      )}
      {!fixedLesson && !program && (
        <LessonField
          clinic={clinic}
          patientId={fixedPatient?.id}
          value={itemId}
          error={errors.itemId}
          onChange={(id, chosen) => {
            setItemId(id)
            setTitle(chosen)
          }}
        />
      )}
      {!fixedPatient && (
        <>
          <Field label={texts.form.to}>
            {(control) => (
              <Select
                {...control}
                value={whom}
                onChange={({ target }) => setChoice(target.value === 'plan' ? 'plan' : 'some')}
              >
                <option value="some">{texts.form.some}</option>
                <option value="plan">{texts.form.plan}</option>
              </Select>
            )}
          </Field>
          {whom === 'some' ? (
            <PatientsField
              clinic={clinic}
              chosen={people}
              error={errors.patientIds}
              takesFocus={choice === null}
              onChange={setPeople}
            />
          ) : (
            <PlanField clinic={clinic} value={planId} error={errors.planId} onChange={setPlanId} />
          )}
        </>
      )}
      {!program && (
        <>
          <Field label={texts.form.reason} isOptional hint={texts.form.reasonHint} {...errorAt('reason')}>
            {(control) => (
              <Input
                maxLength={300}
                {...control}
                value={reason}
                onChange={({ target }) => setReason(target.value)}
              />
            )}
          </Field>
          <Field label={texts.form.due} isOptional {...errorAt('dueOn')}>
            {(control) => (
              <Input
                type="date"
                {...control}
                value={dueOn}
                onChange={({ target }) => setDueOn(target.value)}
              />
            )}
          </Field>
        </>
      )}
      <DialogActions>
        <Button variant="outline" onClick={onClose}>
          {texts.form.cancel}
        </Button>
        <SubmitButton isBusy={assign.isPending} busyText={texts.form.saving}>
          {texts.form.save}
        </SubmitButton>
      </DialogActions>
    </form>
  )
}

function errorsOf(fields: readonly { path: string; message: string }[]): Record<string, string> {
  return Object.fromEntries(fields.map(({ path, message }) => [path, message]))
}

interface ChoiceProps {
  clinic: Clinic
  value: string
  error: string | undefined
  onChange(id: string): void
}

function LessonField({
  clinic,
  patientId,
  value,
  error,
  onChange,
}: Omit<ChoiceProps, 'onChange'> & {
  patientId: string | undefined
  onChange(id: string, title: string): void
}) {
  const lessons = useQuery(resourcesQuery(clinic.subdomain))
  const own = useQuery({
    ...personLessonsQuery(clinic.subdomain, patientId ?? ''),
    enabled: patientId !== undefined,
  })
  // newest first
  const ownOf = (id: string) => own.data?.find(({ itemId, withdrawnAt }) => itemId === id && !withdrawnAt)
  const before = ownOf(value)
  const dateOf = (instant: string | null) => instant && formatDate(instant, clinic.time_zone)
  const problem = lessons.isError ? texts.form.lessonsFailed : error
  return (
    <Field
      label={texts.form.lesson}
      {...(before && {
        hint: texts.form.before(formatDate(before.assignedAt, clinic.time_zone), dateOf(before.completedAt)),
      })}
      {...(problem && { error: problem })}
    >
      {(control) => (
        <Select
          {...control}
          value={value}
          onChange={({ target }) =>
            onChange(target.value, lessons.data?.find(({ id }) => id === target.value)?.title ?? '')
          }
        >
          <option value="">
            {lessons.data?.length === 0 ? texts.form.noLessons : texts.form.chooseLesson}
          </option>
          {lessons.data?.map(({ id, title }) => {
            const has = ownOf(id)
            return (
              <option key={id} value={id}>
                {has ? texts.form.marked(title, dateOf(has.completedAt)) : title}
              </option>
            )
          })}
        </Select>
      )}
    </Field>
  )
}

function PlanField({ clinic, value, error, onChange }: ChoiceProps) {
  const plans = useQuery(planChoiceQuery(clinic.subdomain))
  return (
    <Field label={texts.form.planField} {...(error && { error })}>
      {(control) => (
        <Select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">{texts.form.choosePlan}</option>
          {plans.data?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
