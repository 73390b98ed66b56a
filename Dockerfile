# An image with the command cvrender:
#   docker build --tag cvrender .
#   docker run --rm --user "$(id -u):$(id -g)" --volume "$PWD:/work" cvrender render ada-example
# The base is named by its digest, and each package of Python and npm by its hash, so each build has the same files.
# To renew it: docker pull python:3.12-slim-bookworm
FROM python:3.12-slim-bookworm@sha256:782412e85d0f0984994c290652577d4018aff08145c85b262bb63dc0c7522254 AS build
RUN apt-get update --quiet && apt-get install --quiet --yes --no-install-recommends npm # it builds the page of `cvrender edit`
COPY pyproject.toml hatch_build.py README.md LICENSE /source/
COPY src /source/src
COPY web /source/web
COPY styles /source/styles
COPY citation-styles /source/citation-styles
COPY profiles/ada-example.yaml profiles/ada-example.png /source/profiles/
# the wheels of cvrender-tex, if there is a folder tex (`make tex` writes them to dist): Linux on ARM has no other TeX
COPY locks/run.txt locks/build.txt te[x] /source/locks/
RUN python -m venv /opt/build && /opt/build/bin/pip install --no-cache-dir --quiet --require-hashes -r /source/locks/build.txt \
 && /opt/build/bin/python -m build --wheel --no-isolation --outdir /wheels /source
RUN python -m venv /opt/cvrender && /opt/cvrender/bin/pip install --no-cache-dir --quiet --require-hashes -r /source/locks/run.txt \
 && /opt/cvrender/bin/pip install --no-cache-dir --quiet --no-deps /wheels/*.whl \
 && for wheel in /source/locks/cvrender_tex-*_"$(uname -m)".whl; do [ ! -e "$wheel" ] || /opt/cvrender/bin/pip install --no-cache-dir --quiet "$wheel"; done

FROM python:3.12-slim-bookworm@sha256:782412e85d0f0984994c290652577d4018aff08145c85b262bb63dc0c7522254
COPY --from=build /opt/cvrender /opt/cvrender
ENV PATH=/opt/cvrender/bin:$PATH CVRENDER_CACHE=/tmp/cvrender
RUN useradd --create-home --uid 1000 cvrender && install --directory --owner cvrender /work
USER cvrender
WORKDIR /work
ENTRYPOINT ["cvrender"]
CMD ["--help"]
