import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type TaskForm, taskForm } from '#domain/tasks/inputs.ts'
import { taskTexts } from '#domain/texts/tasks.ts'
import { ConflictNotice } from '#web/components/form/conflict-notice.tsx'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useVersionedForm } from '#web/components/form/use-versioned-form.ts'
import { useVersionedSave } from '#web/components/form/use-versioned-save.ts'
import { PatientChoice } from '#web/components/people/patient-choice.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { DialogActions } from '#web/components/ui/dialog.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Colleague } from '#web/lib/clinic/colleagues.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { type Task, taskQuery } from './queries.ts'

const texts = taskTexts.form

interface Patient {
  id: string
  name: string
}

function formOf(task: Task | null, about: Patient | null, userId: string): TaskForm {
  return {
    version: task?.version ?? 0,
    title: task?.title ?? '',
    patientId: task ? (task.patient?.id ?? '') : (about?.id ?? ''),
    assigneeId: task ? (task.assigneeId ?? '') : userId,
    dueOn: task?.dueOn ?? '',
  }
}

export default function TaskEditor({
  clinic,
  userId,
  colleagues,
  task,
  about,
  onClose,
}: {
  clinic: Clinic
  userId: string
  colleagues: Colleague[]
  task: Task | null
  about: Patient | null
  onClose(): void
}) {
  const [known, setKnown] = useState<Patient[]>(about ? [about] : [])
  // a stable object: the form resets to every new one
  const stored = useMemo(() => {
    const form = formOf(task, about, userId)
    // a former assignee who cannot take tasks must be replaced
    const isChoosable = colleagues.some((colleague) => colleague.userId === form.assigneeId)
    return isChoosable ? form : { ...form, assigneeId: '' }
  }, [task, about, userId, colleagues])
  const versioned = useVersionedForm<TaskForm>(taskForm, stored)
  const { form, conflict } = versioned
  const { register, formState, handleSubmit, setValue, watch } = form
  const queryClient = useQueryClient()
  const patientId = watch('patientId')
  const { save } = useVersionedSave(versioned, {
    queryKey: clinicKey(clinic.subdomain, 'tasks'),
    read: async () => {
      const fresh = task && (await queryClient.fetchQuery(taskQuery(clinic, task.id)))
      if (fresh?.patient) setKnown((before) => [...before, fresh.patient as Patient])
      return formOf(fresh, about, userId)
    },
    store: (values) => callFunction('save-task', { ...values, ...(task && { taskId: task.id }) }),
    onSaved: () => {
      toast.success(taskTexts.saved)
      onClose()
    },
    failed: { title: taskTexts.saveFailed, detail: taskTexts.saveFailedDetail },
  })
  const savedText = (name: keyof TaskForm): string => {
    const value = String(versioned.saved[name])
    if (name === 'assigneeId') return colleagues.find((each) => each.userId === value)?.name ?? ''
    if (name === 'patientId') return known.find(({ id }) => id === value)?.name ?? ''
    return value
  }

  return (
    <form noValidate onSubmit={handleSubmit(save)}>
      <div className="space-y-5">
        {conflict && (
          <ConflictNotice
            differing={conflict.flatMap((name) =>
              name === 'version' ? [] : [{ label: labels[name], saved: savedText(name) }],
            )}
            onDiscard={versioned.discard}
          />
        )}
        <Field label={texts.title} error={formState.errors.title?.message}>
          {(control) => <Input autoFocus autoComplete="off" {...control} {...register('title')} />}
        </Field>
        <Field label={texts.patient} isOptional error={formState.errors.patientId?.message}>
          {(control) => (
            <PatientChoice
              slug={clinic.subdomain}
              control={control}
              chosen={known.find(({ id }) => id === patientId) ?? null}
              clearLabel={texts.patientClear}
              onChoose={(patient) => {
                if (patient) setKnown((before) => [...before, patient])
                setValue('patientId', patient?.id ?? '', { shouldDirty: true, shouldValidate: true })
              }}
            />
          )}
        </Field>
        <Field label={texts.assignee} error={formState.errors.assigneeId?.message}>
          {(control) => (
            <Select {...control} {...register('assigneeId')}>
              <option value="">{texts.choose}</option>
              {colleagues.map((colleague) => (
                <option key={colleague.userId} value={colleague.userId}>
                  {colleague.userId === userId ? taskTexts.youAs(colleague.name) : colleague.name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={texts.due} isOptional error={formState.errors.dueOn?.message}>
          {(control) => <Input type="date" {...control} {...register('dueOn')} />}
        </Field>
      </div>
      <DialogActions>
        <Button variant="outline" onClick={onClose}>
          {texts.cancel}
        </Button>
        <SubmitButton
          isBusy={formState.isSubmitting}
          busyText={texts.saving}
          disabled={formState.isSubmitting}
        >
          {texts.save}
        </SubmitButton>
      </DialogActions>
    </form>
  )
}

const labels: Record<Exclude<keyof TaskForm, 'version'>, string> = {
  title: texts.title,
  patientId: texts.patient,
  assigneeId: texts.assignee,
  dueOn: texts.due,
}
