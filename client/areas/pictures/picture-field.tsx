import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { ErrorCode } from '#shared/contracts/errors.ts'
import { IMAGE_URL_MAX, MAX_IMAGE_BYTES } from '#shared/contracts/pictures.ts'
import { isOwnPicture } from '#shared/domain/menu/pictures.ts'
import { useField } from '../../kit/fields.tsx'
import { RequestError } from '../../lib/api/request-error.ts'
import { Button, cx, TextField, t } from '../../ui/index.ts'

interface PictureFieldProps {
  preview: ReactNode
  /** `photo`: the buttons are over the preview. `banner`: they are below it, because the preview contains text. */
  box: 'photo' | 'banner'
  picture: ReturnType<typeof usePictureChoice>
}

/** The picture of a form with the field `imageUrl`, which is shown unless the picture was uploaded. */
export function PictureField({ preview, box, picture }: PictureFieldProps) {
  const { field, error: addressError } = useField('imageUrl', 'menuEditor.fields.imageUrl')
  const url: string = field.value
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  const chooseButton = useRef<HTMLButtonElement>(null)
  const { chosen, error, progress } = picture
  const hasAny = chosen !== null || url !== ''
  const isPhoto = box === 'photo'
  return (
    <>
      <div>
        <p id={`${id}-label`} className="mb-1 text-sm font-semibold">
          {t('menuImports.columns.imageUrl')}
        </p>
        <div
          className={cx('relative', isPhoto && 'aspect-5/3 overflow-hidden rounded-panel border border-line bg-sunk')}
        >
          {preview}
          <div className={cx('flex gap-2', isPhoto ? 'absolute right-2.5 bottom-2.5' : 'mt-2.5')}>
            <Button
              ref={chooseButton}
              variant="outline"
              aria-describedby={`${id}-below`}
              onClick={() => file.current?.click()}
            >
              {t(hasAny ? 'pictureChoice.replace' : 'pictureChoice.choose')}
            </Button>
            {/* A picture that is being uploaded can be replaced afterwards, but not removed. */}
            {hasAny && progress === null && (
              <Button
                variant="outline"
                onClick={() => {
                  picture.remove()
                  if (!chosen) field.onChange('')
                  // This button is removed together with the picture.
                  chooseButton.current?.focus()
                }}
              >
                {t('menuImports.bulk.removeThese')}
              </Button>
            )}
          </div>
        </div>
        <input
          ref={file}
          type="file"
          accept={PICTURE_TYPES.join(',')}
          aria-labelledby={`${id}-label`}
          tabIndex={-1}
          onChange={({ target }) => {
            const [first] = target.files ?? []
            if (first) picture.choose(first)
            // Reset, so that the same file can be chosen again.
            target.value = ''
          }}
          className="sr-only"
        />
        {progress !== null && (
          <progress
            aria-label={t('pictureChoice.sending')}
            value={progress}
            max={1}
            className="mt-2 block h-2 w-full accent-accent"
          />
        )}
        <p id={`${id}-below`} role={error ? 'alert' : undefined} className="mt-1.5 text-sm text-muted">
          {error ? (
            <span className="flex items-start gap-1.5 font-medium whitespace-pre-line text-cancelled">
              <CircleAlert className="mt-0.5 size-4 shrink-0" />
              {error}
            </span>
          ) : (
            t('pictureChoice.hint')
          )}
        </p>
      </div>
      {!isOwnPicture(url) && (
        <TextField
          label={t('menuEditor.fields.imageUrl')}
          error={addressError}
          {...field}
          type="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://"
          maxLength={IMAGE_URL_MAX}
        />
      )}
    </>
  )
}

/** The accepted types. The server validates the content itself (docs/product/menu.md#menu-images). */
const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp']

type TooLargeCode = Extract<ErrorCode, 'image_too_large' | 'promotion_image_too_large'>

/** The error code of a file that cannot be used as a picture, before it is sent; undefined if it may be valid. */
export function pictureError(file: Pick<File, 'name' | 'type' | 'size'>, tooLarge: TooLargeCode) {
  if (/^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name)) return 'image_heic'
  if (/^image\/avif/.test(file.type) || /\.avifs?$/i.test(file.name)) return 'image_avif'
  if (!PICTURE_TYPES.includes(file.type)) return 'image_type'
  return file.size > MAX_IMAGE_BYTES ? tooLarge : undefined
}

interface ChosenPicture {
  /** Of a file that is too large, a smaller picture. */
  file: File | Promise<File>
  /** The object URL under which the browser shows it. */
  url: string
}

/** Choosing, validating, previewing and uploading a picture (docs/product/menu.md#menu-images). */
export function usePictureChoice(tooLarge: TooLargeCode) {
  const [chosen, setChosen] = useState<ChosenPicture | null>(null)
  const [error, setError] = useState<string | null>(null)
  /** From 0 to 1 during the upload; null otherwise. */
  const [progress, setProgress] = useState<number | null>(null)
  const latest = useRef(chosen)
  latest.current = chosen
  useEffect(() => () => revoke(latest.current), [])

  function show(next: ChosenPicture | null): void {
    revoke(latest.current)
    latest.current = next
    setChosen(next)
  }

  function choose(file: File): void {
    const code = pictureError(file, tooLarge)
    const message = code ? t(`errors.${code}`) : null
    setError(code === tooLarge ? null : message)
    if (code && code !== tooLarge) return
    const smaller = code && shrinkPicture(file)
    // The server refuses what cannot be made smaller, if it is sent before that is known.
    const picture = { file: smaller?.catch(() => file) ?? file, url: URL.createObjectURL(file) }
    show(picture)
    smaller?.catch(() => {
      if (latest.current !== picture) return
      show(null)
      setError(message)
    })
  }

  return {
    chosen,
    error,
    progress,
    choose,
    remove(): void {
      setError(null)
      show(null)
    },
    /**
     * Uploads the picture with `upload`, made smaller if the server refuses its number of pixels. After a failure it stays chosen, so that it can be sent again.
     */
    async send<Saved>(
      sent: ChosenPicture,
      upload: (file: File, onProgress: (sent: number) => void) => Promise<Saved>,
    ): Promise<Saved> {
      setError(null)
      setProgress(0)
      try {
        const file = await sent.file
        const saved = await upload(file, setProgress).catch(async (error) => {
          const hasTooMany = error instanceof RequestError && error.code === 'image_pixels'
          const smaller = hasTooMany && (await shrinkPicture(file).catch(() => undefined))
          if (!smaller) throw error
          return upload(smaller, setProgress)
        })
        if (latest.current === sent) show(null)
        return saved
      } finally {
        setProgress(null)
      }
    },
    /** Shows why the upload failed, and on a second line the consequence for the rest of the form. */
    showError(reason: string, consequence: string): void {
      setError(`${reason}\n${consequence}`)
    },
    /** The picture chosen at present, even if the caller's render is older. */
    latest: () => latest.current,
  }
}

function revoke(picture: ChosenPicture | null): void {
  if (picture) URL.revokeObjectURL(picture.url)
}

/** The longest side of a photo that is made smaller, in pixels: about 1 MB. */
const SHRUNK_SIDE = 2400

/** Makes a photo smaller, upright, as JPEG on white. @throws Error if it cannot be read, or is too large even so */
async function shrinkPicture(file: File): Promise<File> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const scale = Math.min(1, SHRUNK_SIDE / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (context) {
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  }
  // Its pixels can take hundreds of megabytes.
  bitmap.close()
  const blob = context && (await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.85)))
  if (!blob || blob.size > MAX_IMAGE_BYTES) throw new Error('the picture could not be made smaller')
  return new File([blob], file.name.replace(/\.[^.]*$/, '.jpg'), { type: 'image/jpeg' })
}
