import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contentTexts } from '#domain/texts/content.ts'
import { Field } from '#web/components/form/field.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { Spinner } from '#web/components/ui/spinner.tsx'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { refusalSentence } from '#web/lib/fetch/refusals.ts'
import { categoriesQuery } from './queries.ts'

const texts = contentTexts.form
const another = ' another'

export function CategoryField({
  value,
  error,
  onChange,
}: {
  value: string
  error?: string | undefined
  onChange(category: string): void
}) {
  const { subdomain } = useClinic()
  const queryClient = useQueryClient()
  const categories = useQuery(categoriesQuery(subdomain))
  const [name, setName] = useState<string | null>(null)
  const add = useMutation({
    mutationFn: (name: string) => callFunction('set-content-category', { name, isOffered: true }),
    onSuccess: async (answer) => {
      await queryClient.invalidateQueries({ queryKey: categoriesQuery(subdomain).queryKey })
      onChange(answer.name)
      setName(null)
    },
  })
  // includes a category that is no longer offered or not loaded yet
  const offered = categories.data ?? []
  const choices = value === '' || offered.includes(value) ? offered : [value, ...offered]

  if (name !== null) {
    const failure = add.error && (refusalSentence(add.error) ?? contentTexts.tryAgain)
    const send = () => add.isPending || name.trim().length < 2 || add.mutate(name)
    return (
      <Field label={texts.ownCategoryName} {...(failure && { error: failure })}>
        {(control) => (
          <div className="flex gap-2">
            <Input
              autoFocus
              maxLength={40}
              {...control}
              value={name}
              onChange={({ target }) => setName(target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                send()
              }}
            />
            <Button variant="outline" className="flex-none" onClick={send}>
              {add.isPending && <Spinner />}
              {texts.addCategory}
            </Button>
            <Button variant="quiet" className="flex-none" onClick={() => setName(null)}>
              {texts.cancel}
            </Button>
          </div>
        )}
      </Field>
    )
  }
  return (
    <Field label={texts.category} {...(error && { error })}>
      {(control) => (
        <Select
          {...control}
          value={value}
          onChange={({ target }) => (target.value === another ? setName('') : onChange(target.value))}
        >
          <option value="" disabled hidden />
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
          <option value={another}>{`${texts.ownCategory}...`}</option>
        </Select>
      )}
    </Field>
  )
}
