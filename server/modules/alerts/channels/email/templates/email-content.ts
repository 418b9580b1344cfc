/** The content of a mail; both parts say the same. */
export type EmailContent = { subject: string; text: string; html: string };
