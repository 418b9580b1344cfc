import { createPng } from '#server/modules/pictures/testing/sample-pictures.ts';
import { pick, type Random } from '../bench/data/random.ts';

const pictureSize = 40;

/** A whole picture, as a browser would send it. */
export function createPictureFile(): File {
  return new File([new Uint8Array(createPng(pictureSize, pictureSize))], 'house.png', { type: 'image/png' });
}

/** A form with users or a picture, whole or not, in its field or in another one. */
export function createForm(text: string, random: Random): FormData {
  const png = new Uint8Array(createPng(pictureSize, pictureSize));
  const users = `Email,Zip Code\n${text},48204\n`;
  const files = [
    new File([users], 'users.csv'),
    new File([users], 'users.xlsx'),
    createPictureFile(),
    new File([png.slice(0, png.length / 2)], 'house.png', { type: 'image/png' }),
    new File([text], 'house.jpg', { type: 'image/jpeg' }),
    new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'house.svg', { type: 'image/svg+xml' }),
  ];
  const form = new FormData();
  form.set(random() < 0.9 ? 'file' : 'other', pick(random, files));
  return form;
}
