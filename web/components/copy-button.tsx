import { Check, Copy } from 'lucide-react'
import { type ComponentProps, useEffect, useState } from 'react'
import { componentTexts } from '#domain/texts/components.ts'
import { Button } from './ui/button.tsx'
import { toast } from './ui/toast.ts'

const texts = componentTexts.copy
const shownMs = 2_500

/** Copies a text to the clipboard and confirms it on the button. @param value what is copied */
export function CopyButton({
  value,
  children = texts.copy,
  ...props
}: Omit<ComponentProps<typeof Button>, 'onClick' | 'value'> & { value: string }) {
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
    } catch {
      // no permission, or no https: the text is next to the button and can be selected
      toast.error(texts.failed)
    }
  }

  return (
    <Button variant="outline" onClick={() => void copy()} {...props}>
      {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      {/* a live region from the start, so that the change is announced */}
      <span aria-live="polite">{copied ? texts.copied : children}</span>
    </Button>
  )
}
