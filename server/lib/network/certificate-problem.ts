const problems: Partial<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
};
const untrustedPattern =
  /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|CERT_UNTRUSTED|UNABLE_TO_(?:GET|VERIFY)_\w+)$/;

/** Why a certificate of TLS was refused, by the code of the error; null for any other error. */
export function describeCertificateProblem(code: string): string | null {
  const isUntrusted = untrustedPattern.test(code);
  return problems[code] ?? (isUntrusted ? 'its certificate is not trusted (see NODE_EXTRA_CA_CERTS)' : null);
}
