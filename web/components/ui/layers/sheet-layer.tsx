import * as Primitive from '@radix-ui/react-dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { shellTexts } from '#domain/texts/shell.ts'
import { Button } from '../button.tsx'

export const { Root, Trigger } = Primitive

export function Content({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Primitive.Portal>
      <Primitive.Overlay className="veil" />
      <Primitive.Content className="layer sheet" aria-describedby={undefined}>
        <Primitive.Title className="sr-only">{title}</Primitive.Title>
        <Primitive.Close asChild>
          <Button
            variant="quiet"
            size="icon"
            className="absolute top-2 right-2"
            aria-label={shellTexts.navigation.close}
          >
            <X aria-hidden />
          </Button>
        </Primitive.Close>
        {children}
      </Primitive.Content>
    </Primitive.Portal>
  )
}
