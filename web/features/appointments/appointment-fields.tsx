import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { appointmentPageTexts } from '#domain/texts/appointments.ts'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { NewPatientDialog } from '#web/components/people/new-patient-dialog.tsx'
import { PatientChoice } from '#web/components/people/patient-choice.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { DialogActions } from '#web/components/ui/dialog.tsx'
import { Input, Textarea } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { PlannedObstacle, PlannedTimes } from './booking/planned-times.tsx'
import { roomsQuery, type VisitType } from './booking/queries.ts'
import { RepeatFields } from './booking/repeat-fields.tsx'
import { FreeTimesLine } from './calendar/free-times-line.tsx'
import { firstChoice, useVisitForm, type VisitForm, type VisitFormProps } from './use-visit-form.ts'

const texts = appointmentPageTexts.dialog

export function AppointmentFields(props: VisitFormProps) {
  const { clinic, types, providers, today, onClose } = props
  const visit = useVisitForm(props)
  const { form, errors, present, leavesOut } = visit
  const fields = useRef<HTMLFormElement>(null)
  const { submitCount } = form.formState
  useEffect(() => {
    if (submitCount > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [submitCount])
  return (
    <form ref={fields} noValidate onSubmit={visit.submit}>
      <div className="grid gap-5 sm:grid-cols-2">
        <SubjectFields clinic={clinic} types={types} visit={visit} />
        <PlaceFields slug={clinic.subdomain} hasProviders={providers.length > 0} visit={visit} />
        <TimeFields clinic={clinic} today={today} hasProviders={providers.length > 0} visit={visit} />
        <SeriesFields visit={visit} />
        <div className="empty:hidden sm:col-span-2">
          <PlannedTimes
            clinic={clinic}
            planned={visit.planned}
            nameOf={visit.nameOf}
            leavesOut={present ? null : leavesOut}
            onLeaveOut={visit.setLeavesOut}
            includesOwn={visit.includesOwn}
            onIncludeOwn={visit.setIncludesOwn}
          />
        </div>
        <div className="sm:col-span-2">
          <Field label={texts.notes} isOptional hint={texts.notesHint} error={errors.notes?.message}>
            {(control) => <Textarea rows={3} {...control} {...form.register('notes')} />}
          </Field>
        </div>
      </div>
      <DialogActions
        note={
          // not beside the same sentence at its field
          !(errors.providerId || errors.roomId || errors.date || errors.time) && (
            <PlannedObstacle clinic={clinic} planned={visit.planned} nameOf={visit.nameOf} />
          )
        }
      >
        <Button variant="outline" onClick={onClose}>
          {texts.cancel}
        </Button>
        <SubmitButton isBusy={visit.isSaving} busyText={texts.busy}>
          {present ? texts.submitChange : texts.submitNew}
        </SubmitButton>
      </DialogActions>
    </form>
  )
}

function SubjectFields({
  clinic,
  types,
  visit,
}: {
  clinic: Clinic
  types: readonly VisitType[]
  visit: VisitForm
}) {
  const { form, errors, present, patient, choosePatient, chooseType } = visit
  const { register } = form
  const { type } = visit.values
  const may = useCan()
  // the name that was typed for a new patient
  const [added, setAdded] = useState<string | null>(null)
  return (
    <>
      <div className="sm:col-span-2">
        <Field label={texts.patient} error={errors.patientId?.message}>
          {(control) =>
            present ? (
              <Input {...control} value={present.patientName} readOnly />
            ) : (
              <PatientChoice
                slug={clinic.subdomain}
                control={control}
                chosen={patient}
                onChoose={choosePatient}
                onAdd={may('patients:write') ? setAdded : undefined}
              />
            )
          }
        </Field>
        <NewPatientDialog
          clinic={clinic}
          name={added ?? ''}
          isOpen={added !== null}
          onOpenChange={() => setAdded(null)}
          onChosen={(chosen) => {
            choosePatient(chosen)
            setAdded(null)
          }}
        />
      </div>
      <Field label={texts.type} error={errors.appointmentType?.message}>
        {(control) => (
          <Select {...control} value={type} onChange={(event) => chooseType(event.target.value)}>
            <option value="">{texts.typeChoose}</option>
            {types
              .filter(({ key, isActive }) => isActive || key === present?.type)
              .map(({ key, name }) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
          </Select>
        )}
      </Field>
      <Field label={texts.duration} error={errors.duration?.message}>
        {(control) => (
          <Input
            type="number"
            min={15}
            step={5}
            inputMode="numeric"
            {...control}
            {...register('duration', { valueAsNumber: true })}
          />
        )}
      </Field>
    </>
  )
}

function PlaceFields({
  slug,
  hasProviders,
  visit,
}: {
  slug: string
  hasProviders: boolean
  visit: VisitForm
}) {
  const { form, errors, present, offered, isFirst } = visit
  const { register } = form
  const { providerId } = visit.values
  const rooms = useQuery(roomsQuery(slug))
  return (
    <>
      {hasProviders && (
        <Field
          label={texts.provider}
          hint={isFirst ? foundText(visit) : providerId ? undefined : texts.providerHint}
          error={errors.providerId?.message}
        >
          {(control) => (
            <Select
              {...control}
              value={isFirst ? firstChoice : providerId}
              onChange={(event) => visit.chooseProvider(event.target.value)}
            >
              {!present && offered.length > 0 && <option value={firstChoice}>{texts.providerFirst}</option>}
              {offered.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
              <option value="">{texts.providerNone}</option>
            </Select>
          )}
        </Field>
      )}
      {rooms.data?.some(({ id, isActive }) => isActive || id === present?.roomId) && (
        <Field label={texts.room} error={errors.roomId?.message}>
          {(control) => (
            <Select {...control} {...register('roomId')}>
              <option value="">{texts.roomNone}</option>
              {rooms.data
                ?.filter(({ id, isActive }) => isActive || id === present?.roomId)
                .map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
            </Select>
          )}
        </Field>
      )}
    </>
  )
}

/** The provider that "First available" means at the chosen time. */
function foundText({ found, nameOf }: VisitForm): string | undefined {
  const provider = found && nameOf(found.providerId)
  if (!provider) return undefined
  const free = found.dates.filter(({ obstacle }) => obstacle !== 'nobody').length
  return free < found.dates.length
    ? texts.providerFoundSome(provider, free, found.dates.length)
    : texts.providerFound(provider)
}

function TimeFields({
  clinic,
  today,
  hasProviders,
  visit,
}: {
  clinic: Clinic
  today: string
  hasProviders: boolean
  visit: VisitForm
}) {
  const { form, errors, present, patient, values, isTwice, isFirst } = visit
  const { register, setValue } = form
  const { type, providerId, date, time } = values
  return (
    <>
      <div className="grid gap-5 sm:col-span-2 sm:grid-cols-2">
        <Field label={texts.date} error={errors.date?.message}>
          {(control) => <Input type="date" min={today} {...control} {...register('date')} />}
        </Field>
        <Field label={texts.time} error={errors.time?.message}>
          {(control) => <Input type="time" step={300} {...control} {...register('time')} />}
        </Field>
      </div>
      <div className="space-y-4 empty:hidden sm:col-span-2">
        {isTwice && (
          <label htmlFor="later-hour" className="flex items-center gap-3">
            <Checkbox
              id="later-hour"
              checked={values.isLaterHour}
              onChange={(event) => setValue('isLaterHour', event.target.checked, { shouldDirty: true })}
            />
            {texts.laterHour}
          </label>
        )}
        {visit.isPast && (
          <p role="status" className="text-note font-semibold text-warning">
            {texts.past}
          </p>
        )}
        {hasProviders && (
          <FreeTimesLine
            clinic={clinic}
            wish={{
              appointmentType: type,
              providerId: providerId || undefined,
              from: date,
              appointmentId: present?.id,
              patientId: present ? undefined : patient?.id,
            }}
            time={time}
            onPick={(picked, provider, day) => {
              if (day !== date) setValue('date', day, { shouldDirty: true, shouldValidate: true })
              setValue('time', picked, { shouldDirty: true, shouldValidate: true })
              if (!providerId && !isFirst) setValue('providerId', provider, { shouldDirty: true })
            }}
          />
        )}
      </div>
    </>
  )
}

function SeriesFields({ visit }: { visit: VisitForm }) {
  const { present, scope, setScope, choice, setChoice } = visit
  if (!present)
    return (
      <RepeatFields
        value={choice}
        first={visit.values.date}
        showsProblem={visit.isSubmitted}
        onChange={setChoice}
      />
    )
  if (!present.seriesId) return null
  return (
    <Field label={texts.scope}>
      {(control) => (
        <Select
          {...control}
          value={scope}
          onChange={(event) => setScope(event.target.value as 'one' | 'following')}
        >
          <option value="one">{texts.scopes.one}</option>
          <option value="following">{texts.scopes.following}</option>
        </Select>
      )}
    </Field>
  )
}
