import { Check, Copy } from 'lucide-react'
import { type ComponentProps, useEffect, useState } from 'react'
import { componentTexts } from '#domain/texts/components.ts'
import { Button } from './ui/button.tsx'
import { toast } from './ui/toast.ts'

const texts = componentTexts.copy
const shownMs = 2_500

/** Puts a text on the clipboard and says so on the button itself. @param value what is copied */
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
      // no permission, or a page without https: the text stands beside the button and can be marked
      toast.error(texts.failed)
    }
  }

  return (
    <Button variant="outline" onClick={() => void copy()} {...props}>
      {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      {/* live from the start, so that the change is read out */}
      <span aria-live="polite">{copied ? texts.copied : children}</span>
    </Button>
  )
}
