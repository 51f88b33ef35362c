import type { FileKind } from '../files/files.ts'

/** Uploading, and the files that are there. Sizes come formatted. */
export const fileTexts = {
  upload: {
    choose: { one: 'Choose a file', many: 'Choose files' },
    drop: 'or drop it here',
    hints: {
      avatar: 'SVG, PNG, JPG or GIF (max. 800x400px)',
      logo: 'SVG, PNG, JPG or GIF (max. 800x400px)',
      message_attachment: 'Pictures, PDF, Word, Excel or text, up to 25 MB each.',
      person_file: 'Pictures, PDF, Word, Excel or text, up to 100 MB each.',
      content_picture: 'JPG, PNG or WebP, up to 25 MB.',
      content_video: 'MP4 or WebM, up to 500 MB.',
      content_pdf: 'A PDF, up to 50 MB.',
      content_captions: 'WebVTT (.vtt), up to 1 MB.',
    } satisfies Record<FileKind, string>,
    listLabel: 'Uploads',
    progress: (name: string) => `Uploading ${name}`,
    checking: 'Checking the file',
    cancel: (name: string) => `Cancel the upload of ${name}`,
    retry: 'Try again',
    retryOf: (name: string) => `Try again to upload ${name}`,
    dismiss: (name: string) => `Remove ${name} from the list`,
    failedTitle: (name: string) => `${name} could not be uploaded`,
    failed: 'Please try again in a moment.',
    done: (name: string) => `${name} is uploaded.`,
  },

  picture: {
    choose: 'Choose a picture',
    change: 'Change',
    remove: 'Remove',
    removeAsk: {
      avatar: {
        title: 'Remove your picture?',
        consequence: 'Your initials are shown instead.',
        keep: 'Keep the picture',
        action: 'Remove the picture',
      },
      logo: {
        title: 'Remove the logo?',
        consequence: 'Your clinic’s initials are shown instead, also to patients.',
        keep: 'Keep the logo',
        action: 'Remove the logo',
      },
    },
    crop: {
      title: 'Choose what is shown',
      lead: 'Drag the picture, or move it with the arrow keys.',
      area: 'The part of the picture that is shown',
      zoom: 'Zoom',
      save: 'Use this picture',
      cancel: 'Cancel',
    },
    saving: 'Uploading...',
    saved: { avatar: 'Your picture is saved', logo: 'The logo is saved' },
    removed: { avatar: 'Your picture is removed', logo: 'The logo is removed' },
    unreadable: 'This picture cannot be shown. Please choose a PNG, JPG, GIF or SVG.',
    failedTitle: 'The picture could not be saved',
    alt: { avatar: 'Your picture', logo: 'The clinic’s logo' },
  },
} as const
