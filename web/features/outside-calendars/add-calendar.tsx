import {
  type AddOutsideCalendar,
  addOutsideCalendarInput,
} from '#domain/outside-calendars/outside-calendars.ts'
import { outsideCalendarTexts as texts } from '#domain/texts/outside-calendars.ts'
import { Field } from '#web/components/form/field.tsx'
import { showFieldErrors, usePlainForm } from '#web/components/form/use-plain-form.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'

/** Without a draft, because the address is a secret. */
export default function AddCalendar({ onDone }: { onDone(): Promise<void> }) {
  const form = usePlainForm<AddOutsideCalendar>(addOutsideCalendarInput, { address: '' })
  const { register, formState, handleSubmit, reset } = form

  async function send(values: AddOutsideCalendar): Promise<void> {
    try {
      await callFunction('add-outside-calendar', values)
      toast.success(texts.added)
      reset()
      await onDone()
    } catch (error) {
      const isOnItsField = error instanceof ApiError && showFieldErrors(form, error.fields)
      if (!isOnItsField) toast.error(texts.saveFailed, describeRefusal(error))
    }
  }

  return (
    <form noValidate onSubmit={handleSubmit(send)} className="mt-5 space-y-3">
      <Field label={texts.address} hint={texts.hint} error={formState.errors.address?.message}>
        {(control) => (
          <Input
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="none"
            inputMode="url"
            {...control}
            {...register('address')}
          />
        )}
      </Field>
      <Button variant="outline" type="submit" aria-disabled={formState.isSubmitting || undefined}>
        {formState.isSubmitting ? texts.adding : texts.add}
      </Button>
    </form>
  )
}
