# An image with the command cvrender:
#   docker build --tag cvrender .
#   docker run --rm --user "$(id -u):$(id -g)" --volume "$PWD:/work" cvrender render ada-example
FROM python:3.12-slim AS build
COPY pyproject.toml README.md LICENSE /source/
COPY src /source/src
COPY styles /source/styles
COPY profiles/ada-example.yaml profiles/ada-example.png /source/profiles/
RUN python -m venv /opt/cvrender && /opt/cvrender/bin/pip install --no-cache-dir --quiet /source

FROM python:3.12-slim
COPY --from=build /opt/cvrender /opt/cvrender
ENV PATH=/opt/cvrender/bin:$PATH CVRENDER_CACHE=/tmp/cvrender
WORKDIR /work
ENTRYPOINT ["cvrender"]
CMD ["--help"]
