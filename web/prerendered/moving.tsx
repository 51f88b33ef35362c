import type { ReactNode } from 'react'
import { CheaperOffer } from '#web/features/clinic-tier/cheaper-offer.tsx'
import { Features } from '#web/features/marketing/features.tsx'
import { Stories } from '#web/features/marketing/stories.tsx'
import { Tagline } from '#web/features/marketing/tagline.tsx'
import { Tour } from '#web/features/marketing/tour.tsx'
import { hydrateIsland } from './hydrate-island.tsx'

export type MovingName = keyof typeof parts

const parts = {
  tagline: (shownForMs: number) => <Tagline shownForMs={shownForMs} />,
  features: () => <Features />,
  tour: (shownForMs: number) => <Tour shownForMs={shownForMs} />,
  stories: () => <Stories />,
  cheaper: () => <CheaperOffer />,
} satisfies Record<string, (shownForMs: number) => ReactNode>

export function hydrateMoving(name: MovingName, island: HTMLElement): void {
  hydrateIsland(island, parts[name](performance.now()))
}
