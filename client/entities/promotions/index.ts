/* A promotion as guests see it. */
export { SLIDE_HEIGHT, Slide } from './slide.tsx'
